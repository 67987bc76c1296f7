/** Mutations of valid requests. */
import type { RequestDraft, Header, GeneratorContext } from './requests.ts'
import * as odd from './hostile-values.ts'
import { randomLetters } from './schema-samples.ts'

type Mutation = (draft: RequestDraft, context: GeneratorContext) => RequestDraft

/** Mutations with their weights. */
const mutations: Readonly<Record<string, readonly [weight: number, mutate: Mutation]>> = {
  'odd value': [30, replaceValue],
  'missing field': [6, removeField],
  'unknown field': [4, addField],
  'odd body': [8, (draft, { random }) => ({ ...draft, body: Buffer.from(random.pick(odd.oddBodies)) })],
  'huge body': [0.2, (draft, { random }) => ({ ...draft, body: Buffer.from(random.pick(odd.hugeBodies)) })],
  'odd media type': [
    5,
    (draft, { random }) => withHeader(draft, ['Content-Type', random.pick(odd.oddTypes)]),
  ],
  'no media type': [2, (draft) => ({ ...draft, headers: without(draft.headers, 'Content-Type') })],
  'odd reference': [12, replaceReference],
  'odd query': [10, (draft, { random }) => withQuery(draft, random.pick(odd.oddQueries))],
  'foreign cursor': [3, useForeignCursor],
  'odd header': [12, (draft, { random }) => withHeader(draft, random.pick(odd.oddHeaders))],
  'repeated header': [3, repeatHeader],
  'reused Idempotency-Key': [
    4,
    (draft, { random }) => withHeader(draft, ['Idempotency-Key', `again-${random.below(5)}`]),
  ],
  'another agent': [4, useOtherAgent],
  'another method': [5, (draft, { random }) => ({ ...draft, method: random.pick(methods) })],
  'odd path': [6, changePath],
  'unknown path': [
    2,
    (draft, { random }) => ({ ...draft, path: random.pick(odd.unknownPaths) + randomLetters(random, 6) }),
  ],
}

const names = Object.keys(mutations)
const total = Object.values(mutations).reduce((sum, [weight]) => sum + weight, 0)

export function mutate(draft: RequestDraft, context: GeneratorContext): RequestDraft {
  let left = (context.random.below(1e6) / 1e6) * total
  const name = names.find((candidate) => (left -= mutations[candidate]?.[0] ?? 0) < 0) ?? 'odd value'
  const changed = mutations[name]?.[1](draft, context) ?? draft
  return { ...changed, mutations: [...draft.mutations, name] }
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND']

function without(headers: readonly Header[], name: string): Header[] {
  return headers.filter(([own]) => own.toLowerCase() !== name.toLowerCase())
}

function withHeader(draft: RequestDraft, header: Header): RequestDraft {
  return { ...draft, headers: [...without(draft.headers, header[0]), header] }
}

function withQuery(draft: RequestDraft, query: string): RequestDraft {
  return { ...draft, path: `${draft.path}${draft.path.includes('?') ? '&' : '?'}${query}` }
}

/** Paths of all values in a body, without the root. */
function pathsIn(value: unknown, at: readonly string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => [[...at, name], ...pathsIn(inner, [...at, name])])
}

/** Placeholder that is replaced by raw JSON text after serialization. */
const mark = '\ue000mark\ue000'

/** Replaces the value at a path; undefined removes it. */
function withValueAt(value: unknown, [name, ...rest]: readonly string[], by: unknown): unknown {
  if (name === undefined) return by
  if (Array.isArray(value))
    return value.map((item, index) => (String(index) === name ? withValueAt(item, rest, by) : item))
  if (typeof value !== 'object' || value === null) return value
  return { ...value, [name]: withValueAt(Reflect.get(value, name), rest, by) }
}

function withBody(draft: RequestDraft, value: unknown, raw = ''): RequestDraft {
  const text = JSON.stringify(value) ?? ''
  return { ...draft, body: Buffer.from(text.replaceAll(JSON.stringify(mark), () => raw)) }
}

function replaceValue(draft: RequestDraft, { random }: GeneratorContext): RequestDraft {
  const paths = pathsIn(draft.value)
  if (paths.length === 0) return { ...draft, body: Buffer.from(random.pick(odd.oddJson)) }
  return withBody(draft, withValueAt(draft.value, random.pick(paths), mark), random.pick(odd.oddJson))
}

function removeField(draft: RequestDraft, { random }: GeneratorContext): RequestDraft {
  const paths = pathsIn(draft.value)
  return paths.length === 0 ? draft : withBody(draft, withValueAt(draft.value, random.pick(paths), undefined))
}

function addField(draft: RequestDraft, { random }: GeneratorContext): RequestDraft {
  const text = JSON.stringify(draft.value ?? {})
  const field = `${JSON.stringify(random.pick(odd.oddNames))}:${random.pick(odd.oddJson)}`
  return {
    ...draft,
    body: Buffer.from(text.replace(/^\{\}?/, (open) => (open === '{}' ? `{${field}}` : `{${field},`))),
  }
}

/** Replaces one of the path parameters. */
function replaceReference(draft: RequestDraft, { random }: GeneratorContext): RequestDraft {
  const { path } = draft.operation
  const parameters = path.match(/\{\w+\}/g) ?? []
  if (parameters.length === 0) return withQuery(draft, random.pick(odd.oddReferences))
  const chosen = random.pick(parameters)
  const values =
    new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '([^/?:]+)')}`).exec(draft.path) ?? []
  let index = 0
  const changed = path.replaceAll(/\{\w+\}/g, (parameter) => {
    index += 1
    return parameter === chosen ? random.pick(odd.oddReferences) : (values[index] ?? 'x')
  })
  return { ...draft, path: draft.path.replace(/^[^?]*/, () => changed) }
}

function useForeignCursor(draft: RequestDraft, { random, fixture }: GeneratorContext): RequestDraft {
  const cursors = fixture.seenIds.get('cursor') ?? []
  if (cursors.length === 0) return draft
  const cursor = random.pick(cursors)
  const changed = random.chance(50) ? cursor : cursor.slice(0, -1) + random.pick(['A', 'B', '.', ''])
  return withQuery(draft, `${random.pick(['cursor', 'pageToken'])}=${encodeURIComponent(changed)}`)
}

function repeatHeader(draft: RequestDraft, { random }: GeneratorContext): RequestDraft {
  const [name, value] = random.pick(draft.headers)
  return { ...draft, headers: [...draft.headers, [name, random.chance(50) ? value : 'another']] }
}

function useOtherAgent(draft: RequestDraft, { random, fixture }: GeneratorContext): RequestDraft {
  const ids = random.pick(fixture.objects)
  const agents = [
    ...(fixture.seenIds.get('agt') ?? []),
    ids['name'] ?? '',
    ids['agentId'] ?? '',
    ids['taskId'] ?? '',
  ]
  return withHeader(draft, ['X-Agent-Context', random.pick(agents)])
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

function changePath(draft: RequestDraft, { random }: GeneratorContext): RequestDraft {
  return { ...draft, path: draft.path.replace(/^[^?]*/, random.pick(pathChanges)) }
}
