/** The OpenAPI documents, the only knowledge of the API that the fuzzer uses. */
import { readFileSync } from 'node:fs'

export interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly format?: string
  readonly pattern?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly minProperties?: number
  readonly maxProperties?: number
  readonly properties?: Readonly<Record<string, Schema>>
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean | Schema
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly schema: Schema
  readonly example?: unknown
}

interface Media {
  readonly schema: Schema
  readonly example?: unknown
}

export interface Response {
  readonly headers?: Readonly<Record<string, { readonly schema?: Schema; readonly $ref?: string }>>
  readonly content: Readonly<Record<string, Media>>
}

interface OperationObject {
  readonly operationId: string
  readonly security: readonly Readonly<Record<string, unknown>>[]
  readonly parameters: readonly (Parameter | { readonly $ref: string })[]
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, Media>> }
  readonly responses: Readonly<Record<string, Response | { readonly $ref: string }>>
}

interface Server {
  readonly url: string
  readonly variables?: Readonly<Record<string, { readonly default: string }>>
}

export interface Document {
  readonly servers: readonly Server[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** The type of credential that an operation accepts. */
export type Security = 'none' | 'userSession' | 'agentKey' | 'operatorSession' | 'operatorToken'

export interface Operation {
  readonly id: string
  readonly method: string
  /** Path template from the root of the server. */
  readonly path: string
  /** JSON pointer to the operation, the prefix of its response schemas. */
  readonly pointer: string
  readonly security: readonly Security[]
  readonly parameters: readonly Parameter[]
  readonly body: { readonly type: string; readonly media: Media; readonly required: boolean } | undefined
  readonly responses: Readonly<Record<string, Response>>
}

/** The public document and that of operators as one. Components of the same name are equal in both. */
export function readDocument(): Document {
  const [api, admin] = [read('souk.json'), read('souk-admin.json')]
  const kinds = Object.entries(api.components)
  return {
    ...api,
    paths: { ...api.paths, ...admin.paths },
    components: Object.fromEntries(kinds.map(([kind, own]) => [kind, { ...admin.components[kind], ...own }])),
  }
}

function read(name: string): Document {
  return JSON.parse(readFileSync(new URL(`../../openapi/${name}`, import.meta.url), 'utf8'))
}

export function operationsOf(document: Document): Operation[] {
  const base = new URL(serverUrl(document)).pathname
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      id: operation.operationId,
      method: method.toUpperCase(),
      path: base + path,
      pointer: `#/paths/${escaped(path)}/${method}`,
      security: securityOf(operation.security),
      parameters: operation.parameters.map((parameter) => resolved<Parameter>(document, parameter)),
      body: bodyOf(operation.requestBody),
      responses: Object.fromEntries(
        Object.entries(operation.responses).map(([status, response]) => [
          status,
          resolved<Response>(document, response),
        ]),
      ),
    })),
  )
}

/** URL of the first server, with the default values of its variables. */
function serverUrl({ servers: [server] }: Document): string {
  const { url, variables = {} } = server ?? { url: 'http://localhost/' }
  return url.replaceAll(/\{(\w+)\}/g, (_match, name: string) => variables[name]?.default ?? '')
}

/** Resolves a reference; returns other values unchanged. */
export function resolved<T extends object>(document: Document, value: T | { readonly $ref?: string }): T {
  let found: unknown = value
  if ('$ref' in value && value.$ref !== undefined) {
    found = document
    for (const step of value.$ref.slice(2).split('/')) found = Reflect.get(Object(found), unescaped(step))
  }
  return Object(found)
}

function securityOf(security: OperationObject['security']): Operation['security'] {
  if (security.length === 0) return ['none']
  return security.map((scheme) => schemes.find((name) => name in scheme) ?? 'none')
}

const schemes = ['userSession', 'agentKey', 'operatorSession', 'operatorToken'] as const

function bodyOf(body: OperationObject['requestBody']): Operation['body'] {
  const [entry] = Object.entries(body?.content ?? {})
  return entry === undefined
    ? undefined
    : { type: entry[0], media: entry[1], required: body?.required === true }
}

export const escaped = (step: string) => step.replaceAll('~', '~0').replaceAll('/', '~1')
const unescaped = (step: string) => step.replaceAll('~1', '/').replaceAll('~0', '~')

/** The operation that a request reaches, if any; literal segments take precedence over parameters. */
export function operationAt(
  operations: readonly Operation[],
  method: string,
  path: string,
): Operation | undefined {
  const matching = operations.filter(
    (operation) => operation.method === method && patternOf(operation.path).test(path),
  )
  return matching.toSorted((left, right) => parametersIn(left.path) - parametersIn(right.path))[0]
}

const parametersIn = (path: string) => path.split('{').length

const patterns = new Map<string, RegExp>()

function patternOf(path: string): RegExp {
  const cached = patterns.get(path)
  if (cached !== undefined) return cached
  const source = path
    .replaceAll(/[.]/g, '\\.')
    // A parameter before a custom verb contains no slash and no colon, encoded or not.
    .replaceAll(/\{\w+\}(?=:)/g, '(?:(?!%2[fF]|%3[aA])[^/:])+')
    // A parameter can be empty.
    .replaceAll(/\{\w+\}/g, '[^/]*')
  const pattern = new RegExp(`^${source}/?$`)
  patterns.set(path, pattern)
  return pattern
}
