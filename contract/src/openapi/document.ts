import type { Method } from '../route.ts'

/** Types of the subset of OpenAPI 3.1 that the contract emits. */
export interface OpenApiDocument {
  openapi: '3.1.0'
  info: {
    title: string
    version: string
    description: string
    contact: { name: string; url: string }
    license: { name: string; identifier: string }
  }
  servers: Server[]
  tags: { name: string; description?: string }[]
  paths: Record<string, PathItem>
  components: {
    schemas: Record<string, JsonSchema>
    responses: Record<string, Response>
    parameters: Record<string, Parameter>
    headers: Record<string, Header>
    securitySchemes: Record<string, SecurityScheme>
  }
}

export interface Server {
  url: string
  description?: string
  variables?: Record<string, { default: string; description: string }>
}

type PathItem = Partial<Record<Lowercase<Method>, Operation>>

export interface Operation {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  /** Scope that an agent key needs. */
  'x-souk-scope'?: string
  security: Record<string, string[]>[]
  parameters: (Parameter | Reference)[]
  requestBody?: { required: boolean; content: Content }
  responses: Record<string, Response | Reference>
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: JsonSchema
  example?: unknown
}

export interface Response {
  description: string
  headers: Record<string, Header | Reference>
  content: SuccessContent
}

interface Content {
  'application/json'?: MediaContent
  'application/octet-stream'?: MediaContent
}

/** A successful response can also be an event stream, a CSV table or a file. */
type SuccessContent = Partial<
  Record<'application/json' | 'text/event-stream' | 'text/csv' | 'application/octet-stream', MediaContent>
>

interface MediaContent {
  schema: JsonSchema
  example?: unknown
  examples?: Record<string, { value: unknown }>
}

export interface Header {
  description: string
  schema: JsonSchema
}

export interface SecurityScheme {
  type: 'http'
  scheme: 'bearer'
  description: string
}

export interface Reference {
  $ref: string
}

/** The keywords that readers of the document use; a schema may carry others. */
export interface JsonSchema {
  $ref?: string
  title?: string
  description?: string
  type?: string
  format?: string
  pattern?: string
  const?: unknown
  enum?: unknown[]
  default?: unknown
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  properties?: Record<string, JsonSchema>
  patternProperties?: Record<string, JsonSchema>
  additionalProperties?: boolean | JsonSchema
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  [keyword: string]: unknown
}
