/** Generates requests from the OpenAPI document. */
import type { Random } from '../../server/test/fixtures/seeded-random.ts'
import type { ObjectIds } from '../access/object-ids.ts'
import type { Document, Operation, Parameter } from './openapi-document.ts'
import { sample, type SampleOptions } from './schema-samples.ts'
import type { Principal, Fixture } from './fixture.ts'

export type Header = readonly [name: string, value: string]

export interface RequestDraft {
  readonly operation: Operation
  readonly caller: Principal
  readonly method: string
  /** Encoded path and query. */
  readonly path: string
  readonly headers: readonly Header[]
  /** The JSON body before serialization; undefined for other bodies. */
  readonly value: unknown
  readonly body: Buffer | undefined
  /** Names of the applied mutations. */
  readonly mutations: readonly string[]
}

export interface GeneratorContext {
  readonly random: Random
  readonly document: Document
  readonly fixture: Fixture
}

/** Percentage of samples at a limit, and of those beyond it. */
interface SampleBias {
  readonly atLimit: number
  readonly beyond: number
  /** Use the example of the document instead of a sample. */
  readonly example: boolean
}

export const unbiased: SampleBias = { atLimit: 0, beyond: 0, example: false }
export const byExample: SampleBias = { ...unbiased, example: true }
export const atLimits: SampleBias = { atLimit: 50, beyond: 20, example: false }

export function generateRequest(
  context: GeneratorContext,
  operation: Operation,
  caller: Principal,
  bias: SampleBias,
): RequestDraft {
  const { random, fixture } = context
  const ids = random.pick(fixture.objects)
  const useExisting = random.chance(50)
  const options: SampleOptions = {
    ...bias,
    random,
    document: context.document,
    sameType: (id) =>
      Object.values(ids).find((known) => known.split('_')[0] === id.split('_')[0] && id.includes('_')),
    valueOf: (name) => {
      if (newObjectNames.has(name) || (!useExisting && credentials.has(name))) return undefined
      return anyOf(random, ids[name], fixture.fieldValues[name])
    },
  }
  const value = valueOf(operation, options, bias)
  const bytes = operation.body?.type === 'application/octet-stream' ? Buffer.from('Read this.\n') : undefined
  return {
    operation,
    caller,
    method: operation.method,
    path: pathOf(operation, ids, bias.example ? undefined : context) + queryOf(operation, options, bias),
    headers: headersOf(operation, caller, random, bytes !== undefined),
    value,
    body: bytes ?? (value === undefined ? undefined : Buffer.from(JSON.stringify(value))),
    mutations: [],
  }
}

/** Fields that name a new object, although path parameters have the same names. */
const newObjectNames = new Set(['name', 'handle', 'id', 'filename'])

/** Either both of an existing account, or both new. */
const credentials = new Set(['email', 'password'])

function anyOf(random: Random, left: string | undefined, right: string | undefined): string | undefined {
  return left === undefined || (right !== undefined && random.chance(50)) ? right : left
}

function valueOf({ body }: Operation, options: SampleOptions, { example }: SampleBias): unknown {
  if (body?.type !== 'application/json') return undefined
  const { media } = body
  if (media.example === undefined || !example) return sample(media.schema, options)
  return withExistingIds(media.example, options)
}

/** The example with ids of existing objects. */
function withExistingIds(value: unknown, options: SampleOptions, name = ''): unknown {
  if (typeof value === 'string')
    return options.valueOf(name) ?? options.sameType(value) ?? unique(value, options, name)
  if (Array.isArray(value)) return value.map((item) => withExistingIds(item, options, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => [field, withExistingIds(inner, options, field)]),
  )
}

/** Names must be unique, or the second call would conflict with the first. */
function unique(value: string, { random }: SampleOptions, name: string): string {
  if (name === 'email') return `e${random.below(1e9)}@example.com`
  return name === 'name' || name === 'handle' ? `${value}-${random.below(1e9)}` : value
}

/** Fills in ids of one object set, and sometimes an id seen in an earlier response. */
function pathOf(
  { path, method, parameters }: Operation,
  ids: ObjectIds,
  context: GeneratorContext | undefined,
): string {
  return path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
    const choices = parameters.find((parameter) => parameter.name === name)?.schema.enum
    if (choices !== undefined) return String(context?.random.pick(choices) ?? choices[0])
    const existing = ids[name] ?? 'x'
    const seen = context?.fixture.seenIds.get(existing.split('_')[0] ?? '') ?? []
    // Deletions should hit other objects, because the fixture's are needed later.
    const other = context?.random.chance(method === 'DELETE' ? 80 : 10) === true && seen.length > 0
    return encodeURIComponent(other ? context.random.pick(seen) : existing)
  })
}

function queryOf({ parameters }: Operation, options: SampleOptions, { example }: SampleBias): string {
  const { random } = options
  const chosen = parameters.filter(
    (parameter) => parameter.in === 'query' && (parameter.required || (!example && random.chance(35))),
  )
  const pairs = chosen.map(
    (parameter) => `${parameter.name}=${encodeURIComponent(queryValue(parameter, options))}`,
  )
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

function queryValue({ name, schema, example }: Parameter, options: SampleOptions): string {
  const { random } = options
  const value = example !== undefined && random.chance(30) ? example : sample(schema, options, name)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.isWellFormed() ? text : name
}

function headersOf(operation: Operation, caller: Principal, random: Random, isFile: boolean): Header[] {
  const { parameters, body } = operation
  const names = new Set(parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name))
  const { token, agent } = caller
  return [
    ...header('Authorization', token === undefined ? undefined : `Bearer ${token}`),
    ...header('X-Agent-Context', names.has('X-Agent-Context') ? agent : undefined),
    ...header('A2A-Version', names.has('A2A-Version') ? '1.0' : undefined),
    ...header(
      'Idempotency-Key',
      names.has('Idempotency-Key') && random.chance(20) ? `key-${random.below(1e9)}` : undefined,
    ),
    ...header('Content-Type', isFile ? 'application/octet-stream' : body?.type),
    // Some calls wait for another party, as long as the caller prefers.
    ['Prefer', 'wait=0'],
  ]
}

function header(name: string, value: string | undefined): Header[] {
  return value === undefined ? [] : [[name, value]]
}
