/** Requests as the document asks for them. */
import type { Dice } from '../../server/test/tasks/task-model/dice.ts'
import type { ObjectIds } from '../access/graph.ts'
import type { Document, Operation, Parameter } from './openapi-document.ts'
import { sampleOf, type Taste } from './schema-samples.ts'
import type { Principal, Town } from './fixture.ts'

export type Header = readonly [name: string, value: string]

export interface Draft {
  readonly operation: Operation
  readonly caller: Principal
  readonly method: string
  /** As it goes over the wire, with the question mark and what follows it. */
  readonly path: string
  readonly headers: readonly Header[]
  /** What the body says; undefined where it is not made of JSON. */
  readonly value: unknown
  readonly body: Buffer | undefined
  /** What was done to it since it was as it should be. */
  readonly changes: readonly string[]
}

export interface Pen {
  readonly dice: Dice
  readonly document: Document
  readonly town: Town
}

/** How much of what is sampled stands at a limit, and of that one beyond. */
export interface Leaning {
  readonly atLimit: number
  readonly beyond: number
  /** Whether the example of the document is sent rather than a sample. */
  readonly example: boolean
}

export const ordinary: Leaning = { atLimit: 0, beyond: 0, example: false }
export const byExample: Leaning = { ...ordinary, example: true }
export const atLimits: Leaning = { atLimit: 50, beyond: 20, example: false }

export function draftOf(pen: Pen, operation: Operation, caller: Principal, leaning: Leaning): Draft {
  const { dice, town } = pen
  const place = dice.pick(town.places)
  const isKnown = dice.chance(50)
  const taste: Taste = {
    ...leaning,
    dice,
    document: pen.document,
    alike: (id) =>
      Object.values(place).find((own) => own.split('_')[0] === id.split('_')[0] && id.includes('_')),
    known: (name) => {
      if (ownNames.has(name) || (!isKnown && credentials.has(name))) return undefined
      return anyOf(dice, place[name], town.words[name])
    },
  }
  const value = valueOf(operation, taste, leaning)
  const bytes = operation.body?.type === 'application/octet-stream' ? Buffer.from('Read this.\n') : undefined
  return {
    operation,
    caller,
    method: operation.method,
    path: pathOf(operation, place, leaning.example ? undefined : pen) + queryOf(operation, taste, leaning),
    headers: headersOf(operation, caller, dice, bytes !== undefined),
    value,
    body: bytes ?? (value === undefined ? undefined : Buffer.from(JSON.stringify(value))),
    changes: [],
  }
}

/** Fields that name something new, whatever parameter of a path has the same name. */
const ownNames = new Set(['name', 'handle', 'id', 'filename'])

/** Either those of somebody who is here, or both new. */
const credentials = new Set(['email', 'password'])

function anyOf(dice: Dice, one: string | undefined, other: string | undefined): string | undefined {
  return one === undefined || (other !== undefined && dice.chance(50)) ? other : one
}

function valueOf({ body }: Operation, taste: Taste, { example }: Leaning): unknown {
  if (body?.type !== 'application/json') return undefined
  const { media } = body
  if (media.example === undefined || !example) return sampleOf(media.schema, taste)
  return meant(media.example, taste)
}

/** The example, with things that are there in place of those that it makes up. */
function meant(value: unknown, taste: Taste, name = ''): unknown {
  if (typeof value === 'string') return taste.known(name) ?? taste.alike(value) ?? fresh(value, taste, name)
  if (Array.isArray(value)) return value.map((item) => meant(item, taste, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => [field, meant(inner, taste, field)]),
  )
}

/** Names must be new, or the second call would find the first in its way. */
function fresh(value: string, { dice }: Taste, name: string): string {
  if (name === 'email') return `e${dice.roll(1e9)}@example.com`
  return name === 'name' || name === 'handle' ? `${value}-${dice.roll(1e9)}` : value
}

/** With things of one place, or here and there something that an answer has shown. */
function pathOf({ path, method }: Operation, place: ObjectIds, pen: Pen | undefined): string {
  return path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
    const own = place[name] ?? 'x'
    const ids = pen?.town.shown.get(own.split('_')[0] ?? '') ?? []
    // What is taken away should rather be something that nobody misses.
    const other = pen?.dice.chance(method === 'DELETE' ? 80 : 10) === true && ids.length > 0
    return encodeURIComponent(other ? pen.dice.pick(ids) : own)
  })
}

function queryOf({ parameters }: Operation, taste: Taste, { example }: Leaning): string {
  const { dice } = taste
  const chosen = parameters.filter(
    (parameter) => parameter.in === 'query' && (parameter.required || (!example && dice.chance(35))),
  )
  const pairs = chosen.map((parameter) => `${parameter.name}=${encodeURIComponent(asked(parameter, taste))}`)
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

function asked({ name, schema, example }: Parameter, taste: Taste): string {
  const { dice } = taste
  const value = example !== undefined && dice.chance(30) ? example : sampleOf(schema, taste, name)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.isWellFormed() ? text : name
}

function headersOf(operation: Operation, caller: Principal, dice: Dice, isFile: boolean): Header[] {
  const { parameters, body } = operation
  const names = new Set(parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name))
  const { token, agent } = caller
  return [
    ...header('Authorization', token === undefined ? undefined : `Bearer ${token}`),
    ...header('X-Agent-Context', names.has('X-Agent-Context') ? agent : undefined),
    ...header('A2A-Version', names.has('A2A-Version') ? '1.0' : undefined),
    ...header(
      'Idempotency-Key',
      names.has('Idempotency-Key') && dice.chance(20) ? `key-${dice.roll(1e9)}` : undefined,
    ),
    ...header('Content-Type', isFile ? 'application/octet-stream' : body?.type),
    // Some calls wait for others to answer, as long as the caller likes.
    ['Prefer', 'wait=0'],
  ]
}

function header(name: string, value: string | undefined): Header[] {
  return value === undefined ? [] : [[name, value]]
}
