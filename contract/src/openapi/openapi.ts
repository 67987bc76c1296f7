/** Builds the OpenAPI 3.1 documents from the routes: one for the public, one for operators. */
import type { TObject } from 'typebox'
import type {
  JsonSchema,
  OpenApiDocument,
  Operation,
  Parameter,
  Reference,
  Response,
  Server,
} from './document.ts'
import { collectErrors, type ErrorCollector } from './errors.ts'
import { takesIdempotencyKey } from '../secrets.ts'
import { headerParameters, headers, securityOf, securitySchemes } from './parts.ts'
import { collectSchemas, type SchemaCollector } from './schemas.ts'
import { tagDescriptions } from './tags.ts'
import { isEnveloped, type Method, type Route } from '../route.ts'

export type { JsonSchema, OpenApiDocument, Operation, Parameter } from './document.ts'

/** Routes by group and operation, as in `contract`. */
type RouteGroups = Readonly<Record<string, Readonly<Record<string, Route>>>>

interface DocumentSettings {
  /** Where the marketplace is served, without a path. */
  readonly origin: string
  readonly version: string
  /** For a document that is not served by a marketplace: `origin` is then the default of a server variable. */
  readonly isTemplate?: boolean
  /** Audience of the routes; decides the title, the tags and the tokens. Default: `public`. */
  readonly audience?: Audience
}

type Audience = 'public' | 'operator'

const titles: Readonly<Record<Audience, { title: string; description: string }>> = {
  public: {
    title: 'Souk',
    description:
      'API of Souk, a self-hosted marketplace where people and software agents hire each other over A2A 1.0. Platform operations return `{"success": true, "data": …}`; operations under `/a2a/v1` return plain A2A objects.',
  },
  operator: {
    title: 'Souk admin',
    description:
      'API for the operators of a Souk marketplace. Operations return `{"success": true, "data": …}`. People call them with their session, machines with the operator token; `x-souk-roles` lists the roles that may call an operation.',
  },
}

export function openApiDocument(contract: RouteGroups, settings: DocumentSettings): OpenApiDocument {
  const { origin, version, audience = 'public' } = settings
  const { title, description } = titles[audience]
  const baseUrl = `${origin}/api`
  const schemas = collectSchemas()
  const errors = collectErrors(schemas, baseUrl)
  const paths: OpenApiDocument['paths'] = {}
  for (const [group, routes] of Object.entries(contract))
    for (const [key, route] of Object.entries(routes)) {
      const path = pathPrefixes[route.surface] + route.path
      const operation = operationOf({ key, group, route }, { schemas, errors })
      paths[path] = { ...paths[path], [verbs[route.method]]: operation }
    }
  return {
    openapi: '3.1.0',
    info: {
      title,
      version,
      description,
      contact: { name: 'Marketplace operator', url: origin },
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [serverOf(settings)],
    tags: Object.keys(contract).map((group) => tagOf(group, audience)),
    paths,
    components: {
      schemas: schemas.placed(),
      responses: errors.placed(),
      parameters: usedHeaders(contract),
      headers,
      securitySchemes: securitySchemes[audience],
    },
  }
}

function serverOf({ origin, isTemplate = false }: DocumentSettings): Server {
  if (!isTemplate) return { url: `${origin}/api` }
  const variables = { origin: { default: origin, description: 'Scheme, host and port of the marketplace.' } }
  return { url: '{origin}/api', description: 'Your marketplace.', variables }
}

function tagOf(name: string, audience: Audience): OpenApiDocument['tags'][number] {
  const description = tagDescriptions[audience][name]
  return description === undefined ? { name } : { name, description }
}

/** Path prefix of each surface, below the base URL. */
const pathPrefixes = { platform: '', a2a: '/a2a/v1' } as const

const verbs = { GET: 'get', POST: 'post', PATCH: 'patch', PUT: 'put', DELETE: 'delete' } as const satisfies {
  [M in Method]: Lowercase<M>
}

interface Collectors {
  readonly schemas: SchemaCollector
  readonly errors: ErrorCollector
}

function operationOf(
  { key, group, route }: { key: string; group: string; route: Route },
  { schemas, errors }: Collectors,
): Operation {
  const { params, query, body, example } = route
  return {
    operationId: key,
    tags: [group],
    summary: route.summary,
    ...(route.description === undefined ? {} : { description: route.description }),
    ...(route.scope === undefined ? {} : { 'x-souk-scope': route.scope }),
    ...(route.operators === undefined ? {} : { 'x-souk-roles': route.operators.roles }),
    security: route.operators?.token === false ? [{ operatorSession: [] }] : securityOf[route.auth],
    parameters: [
      ...(params === undefined ? [] : parametersOf(params, { in: 'path', example: example.params, schemas })),
      ...(query === undefined ? [] : parametersOf(query, { in: 'query', example: example.query, schemas })),
      ...headersOf(route),
    ],
    ...(body === undefined ? {} : { requestBody: requestBodyOf(body, example.body, schemas) }),
    ...(route.upload === true
      ? { requestBody: { required: true, content: { 'application/octet-stream': { schema: file } } } }
      : {}),
    responses: {
      '200': successOf(route, schemas),
      ...(route.ranges === true ? { '206': partOfFile } : {}),
      ...errors.place(route),
    },
  }
}

function parametersOf(
  fields: TObject,
  from: { in: 'path' | 'query'; example: object | undefined; schemas: SchemaCollector },
): Parameter[] {
  const examples = new Map<string, unknown>(Object.entries(from.example ?? {}))
  return Object.entries(fields.properties).map(([name, field]) => {
    const { description, ...schema } = from.schemas.place(field)
    return {
      name,
      in: from.in,
      required: from.in === 'path' || (fields.required ?? []).includes(name),
      ...(description === undefined ? {} : { description }),
      schema,
      ...(examples.has(name) ? { example: examples.get(name) } : {}),
    }
  })
}

function headersOf(route: Route): Reference[] {
  return headerNames(route).map((name) => ({ $ref: `#/components/parameters/${name}` }))
}

/** Header parameters that at least one route takes. */
function usedHeaders(contract: RouteGroups): Record<string, Parameter> {
  const routes = Object.values(contract).flatMap((group) => Object.values(group))
  const used = new Set<string>(routes.flatMap(headerNames))
  return Object.fromEntries(Object.entries(headerParameters).filter(([name]) => used.has(name)))
}

function headerNames(route: Route): (keyof typeof headerParameters)[] {
  const names: (keyof typeof headerParameters)[] = []
  if (route.auth === 'agent' || route.auth === 'optional') names.push('AgentContext')
  if (takesIdempotencyKey(route)) names.push('IdempotencyKey')
  if (route.surface === 'a2a') names.push('A2aVersion')
  if (route.ranges === true) names.push('Range')
  return names
}

function requestBodyOf(
  body: TObject,
  example: object | undefined,
  schemas: SchemaCollector,
): NonNullable<Operation['requestBody']> {
  const content = { schema: schemas.place(body), ...(example === undefined ? {} : { example }) }
  const required = (body.required ?? []).length > 0 || 'minProperties' in body
  return { required, content: { 'application/json': content } }
}

function successOf(route: Route, schemas: SchemaCollector): Response {
  const reply = schemas.place(route.reply)
  const replayed = { 'Idempotent-Replayed': { $ref: '#/components/headers/IdempotentReplayed' } }
  return {
    description: descriptionOf(route),
    headers: {
      'X-Request-Id': { $ref: '#/components/headers/RequestId' },
      ...(takesIdempotencyKey(route) ? replayed : {}),
    },
    content: contentOf(route, reply),
  }
}

function descriptionOf(route: Route): string {
  if (route.stream !== undefined) return 'Stream of server-sent events.'
  if (route.download === true) return 'Contents of the file.'
  if (route.paged === true) return 'One page of items.'
  return 'Successful response.'
}

/** A stream carries its replies as events; a page with a CSV form has two media types. */
function contentOf(route: Route, reply: JsonSchema): Response['content'] {
  if (route.stream !== undefined) return { 'text/event-stream': { schema: reply } }
  if (route.download === true) return { 'application/octet-stream': { schema: file } }
  const json = { schema: isEnveloped(route) ? enveloped(reply) : reply }
  return {
    'application/json': json,
    ...(route.csv === true ? { 'text/csv': { schema: csv } } : {}),
  }
}

/** Raw bytes: JSON Schema cannot describe them. */
const file = {}

const partOfFile: Response = {
  description: 'The requested range of the file.',
  headers: {
    'X-Request-Id': { $ref: '#/components/headers/RequestId' },
    'Content-Range': { $ref: '#/components/headers/ContentRange' },
  },
  content: { 'application/octet-stream': { schema: file } },
}

const csv = { type: 'string', description: 'The page as comma-separated values with a header line.' }

function enveloped(reply: JsonSchema): JsonSchema {
  return {
    type: 'object',
    required: ['success', 'data'],
    properties: {
      success: { type: 'boolean', const: true, description: 'Always `true`.' },
      data: described(reply, 'Result of the operation.'),
    },
  }
}

function described(schema: JsonSchema, description: string): JsonSchema {
  return schema.description === undefined ? { ...schema, description } : schema
}
