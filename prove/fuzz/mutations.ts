/** What can be wrong with a request that is otherwise as it should be. */
import type { Draft, Header, Pen } from './requests.ts'
import * as odd from './hostile-values.ts'
import { someLetters } from './schema-samples.ts'

type Mutation = (draft: Draft, pen: Pen) => Draft

/** The number says how often, of all of them together. */
const mutations: Readonly<Record<string, readonly [weight: number, mutate: Mutation]>> = {
  'odd value': [30, oddValue],
  'lost field': [6, lostField],
  'strange field': [4, strangeField],
  'odd body': [8, (draft, { dice }) => ({ ...draft, body: Buffer.from(dice.pick(odd.oddBodies)) })],
  'huge body': [0.2, (draft, { dice }) => ({ ...draft, body: Buffer.from(dice.pick(odd.hugeBodies)) })],
  'odd media type': [5, (draft, { dice }) => withHeader(draft, ['Content-Type', dice.pick(odd.oddTypes)])],
  'no media type': [2, (draft) => ({ ...draft, headers: without(draft.headers, 'Content-Type') })],
  'odd reference': [12, oddReference],
  'odd query': [10, (draft, { dice }) => withQuery(draft, dice.pick(odd.oddQueries))],
  'cursor of another list': [3, otherCursor],
  'odd header': [12, (draft, { dice }) => withHeader(draft, dice.pick(odd.oddHeaders))],
  'repeated header': [3, repeatedHeader],
  'key used before': [
    4,
    (draft, { dice }) => withHeader(draft, ['Idempotency-Key', `again-${dice.roll(5)}`]),
  ],
  'another agent': [4, otherAgent],
  'another method': [5, (draft, { dice }) => ({ ...draft, method: dice.pick(methods) })],
  'odd path': [6, oddPath],
  'unknown path': [
    2,
    (draft, { dice }) => ({ ...draft, path: dice.pick(odd.unknownPaths) + someLetters(dice, 6) }),
  ],
}

const names = Object.keys(mutations)
const total = Object.values(mutations).reduce((sum, [weight]) => sum + weight, 0)

export function mutated(draft: Draft, pen: Pen): Draft {
  let left = (pen.dice.roll(1e6) / 1e6) * total
  const name = names.find((candidate) => (left -= mutations[candidate]?.[0] ?? 0) < 0) ?? 'odd value'
  const changed = mutations[name]?.[1](draft, pen) ?? draft
  return { ...changed, changes: [...draft.changes, name] }
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND']

export function without(headers: readonly Header[], name: string): Header[] {
  return headers.filter(([own]) => own.toLowerCase() !== name.toLowerCase())
}

function withHeader(draft: Draft, header: Header): Draft {
  return { ...draft, headers: [...without(draft.headers, header[0]), header] }
}

function withQuery(draft: Draft, query: string): Draft {
  return { ...draft, path: `${draft.path}${draft.path.includes('?') ? '&' : '?'}${query}` }
}

/** Every place in a body, the whole body excepted. */
function placesIn(value: unknown, at: readonly string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => [[...at, name], ...placesIn(inner, [...at, name])])
}

/** No text that anybody would send, so that it is found again in what is written. */
const mark = '\ue000mark\ue000'

/** The value with something else at one place; undefined takes the place away. */
function replaced(value: unknown, [name, ...rest]: readonly string[], by: unknown): unknown {
  if (name === undefined) return by
  if (Array.isArray(value))
    return value.map((item, place) => (String(place) === name ? replaced(item, rest, by) : item))
  if (typeof value !== 'object' || value === null) return value
  return { ...value, [name]: replaced(Reflect.get(value, name), rest, by) }
}

function written(draft: Draft, value: unknown, raw = ''): Draft {
  const text = JSON.stringify(value) ?? ''
  return { ...draft, body: Buffer.from(text.replaceAll(JSON.stringify(mark), () => raw)) }
}

function oddValue(draft: Draft, { dice }: Pen): Draft {
  const places = placesIn(draft.value)
  if (places.length === 0) return { ...draft, body: Buffer.from(dice.pick(odd.oddJson)) }
  return written(draft, replaced(draft.value, dice.pick(places), mark), dice.pick(odd.oddJson))
}

function lostField(draft: Draft, { dice }: Pen): Draft {
  const places = placesIn(draft.value)
  return places.length === 0 ? draft : written(draft, replaced(draft.value, dice.pick(places), undefined))
}

function strangeField(draft: Draft, { dice }: Pen): Draft {
  const text = JSON.stringify(draft.value ?? {})
  const field = `${JSON.stringify(dice.pick(odd.oddNames))}:${dice.pick(odd.oddJson)}`
  return {
    ...draft,
    body: Buffer.from(text.replace(/^\{\}?/, (open) => (open === '{}' ? `{${field}}` : `{${field},`))),
  }
}

/** In place of one of the parameters of the path. */
function oddReference(draft: Draft, { dice }: Pen): Draft {
  const { path } = draft.operation
  const parameters = path.match(/\{\w+\}/g) ?? []
  if (parameters.length === 0) return withQuery(draft, dice.pick(odd.oddReferences))
  const chosen = dice.pick(parameters)
  const values =
    new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '([^/?:]+)')}`).exec(draft.path) ?? []
  let place = 0
  const changed = path.replaceAll(/\{\w+\}/g, (parameter) => {
    place += 1
    return parameter === chosen ? dice.pick(odd.oddReferences) : (values[place] ?? 'x')
  })
  return { ...draft, path: draft.path.replace(/^[^?]*/, () => changed) }
}

function otherCursor(draft: Draft, { dice, town }: Pen): Draft {
  const cursors = town.shown.get('cursor') ?? []
  if (cursors.length === 0) return draft
  const cursor = dice.pick(cursors)
  const changed = dice.chance(50) ? cursor : cursor.slice(0, -1) + dice.pick(['A', 'B', '.', ''])
  return withQuery(draft, `${dice.pick(['cursor', 'pageToken'])}=${encodeURIComponent(changed)}`)
}

function repeatedHeader(draft: Draft, { dice }: Pen): Draft {
  const [name, value] = dice.pick(draft.headers)
  return { ...draft, headers: [...draft.headers, [name, dice.chance(50) ? value : 'another']] }
}

function otherAgent(draft: Draft, { dice, town }: Pen): Draft {
  const place = dice.pick(town.places)
  const agents = [
    ...(town.shown.get('agt') ?? []),
    place['name'] ?? '',
    place['agentId'] ?? '',
    place['taskId'] ?? '',
  ]
  return withHeader(draft, ['X-Agent-Context', dice.pick(agents)])
}

const pathChanges: readonly ((path: string) => string)[] = [
  (path) => `${path}/`,
  (path) => `${path}//`,
  (path) => path.replace('/api/', '/api//'),
  (path) => path.replace('/api/', '/API/'),
  (path) => path.replaceAll(':', '%3A'),
  (path) => path.replaceAll(':', '%3a'),
  (path) => path.replaceAll(':', '::'),
  (path) => path.replace(/:\w+/, ':explode'),
  (path) => path.replace('/api/', '/api/./'),
  (path) => path.replace('/api/', '/api/../api/'),
  (path) => path.replace(/^\//, ''),
  (path) => `http://souk.example.com${path}`,
  (path) => path.replace(/\w(?=\w*$)/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  (path) => `${path}/extra`,
  (path) => path.split('/').slice(0, -1).join('/'),
  (path) => path.replace('/api', '/api/a2a/v1'),
  (path) => path.replace('/a2a/v1', ''),
  (path) => `${path};jsessionid=1`,
  (path) => `${path}%00`,
]

function oddPath(draft: Draft, { dice }: Pen): Draft {
  return { ...draft, path: draft.path.replace(/^[^?]*/, dice.pick(pathChanges)) }
}
