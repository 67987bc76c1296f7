/** Validates responses against the OpenAPI document. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { fullFormats } from 'ajv-formats/dist/formats.js'
import {
  escaped,
  operationAt,
  operationsOf,
  type Document,
  type Operation,
  type Response,
} from './openapi-document.ts'
import { checkJsonRpc, jsonRpcPath } from './json-rpc-validator.ts'
import type { RequestDraft } from './requests.ts'
import type { FramedRequest } from './framing.ts'
import { isStream, timeoutMs, type NoResponse, type RawResponse } from './raw-http-client.ts'

interface Verdict {
  /** Undefined when the document has no such operation. */
  readonly operation: Operation | undefined
  readonly violation: string | undefined
}

export type ResponseValidator = (
  draft: RequestDraft,
  framed: FramedRequest,
  answer: RawResponse | NoResponse,
) => Verdict

export function createValidator(document: Document): ResponseValidator {
  const ajv = new Ajv2020({
    strict: false,
    inlineRefs: false,
    formats: fullFormats,
    code: { optimize: false },
  })
  ajv.addSchema({ ...withoutAdditionalProperties(document), $id: 'souk' })
  const operations = operationsOf(document)
  const compiled = new Map<string, ValidateFunction>()
  const validateSchema = (pointer: string, value: unknown): string | undefined => {
    const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `souk${pointer}` })
    compiled.set(pointer, validate)
    if (validate(value)) return undefined
    const [error] = validate.errors ?? []
    return `${error?.instancePath ?? ''} ${error?.message ?? ''} ${JSON.stringify(error?.params)}`
  }
  return (draft, framed, response) => {
    if (response === 'timeout')
      return { operation: draft.operation, violation: `no response within ${timeoutMs} ms` }
    if (response === 'closed') {
      return {
        operation: undefined,
        violation: framed.isInvalid ? undefined : 'the connection closed without a response',
      }
    }
    const path = pathOf(draft.path)
    const byRpc =
      draft.method === 'POST' && jsonRpcPath.test(path)
        ? checkJsonRpc(draft, response, { operations, validateSchema })
        : undefined
    if (byRpc !== undefined) {
      const { succeeded, violation } = byRpc
      return {
        operation: succeeded === undefined ? undefined : { ...draft.operation, id: succeeded },
        violation,
      }
    }
    const operation = operationAt(operations, draft.method === 'HEAD' ? 'GET' : draft.method, path)
    if (framed.isInvalid || operation === undefined) {
      return {
        operation: undefined,
        violation: checkHttpError(response, { path, isInvalid: framed.isInvalid, validateSchema }),
      }
    }
    return { operation, violation: checkResponse(draft, operation, response, validateSchema) }
  }
}

type ValidateSchema = (pointer: string, value: unknown) => string | undefined

/** The router decodes percent-encoded characters. */
function pathOf(sent: string): string {
  const path = sent.replace(/^http:\/\/[^/]*/, '').split(/[?#]/)[0] ?? ''
  return path.replaceAll(/%(?!2f)[0-7][0-9a-f]/gi, (code) =>
    String.fromCharCode(Number.parseInt(code.slice(1), 16)),
  )
}

/** Statuses of the HTTP layer, before an operation is known. */
const httpStatuses = new Set([400, 404, 408, 413, 415, 431])

function checkHttpError(
  response: RawResponse,
  { path, isInvalid, validateSchema }: HttpErrorContext,
): string | undefined {
  const { status, body } = response
  if (status >= 500) return `${status} ${excerpt(response)}`
  // Invalid framing can be read as a different request, which then gets an ordinary response.
  if (!httpStatuses.has(status))
    return isInvalid ? undefined : `${status} for an operation that is not in the document`
  const shapes = path.startsWith('/api/a2a/') ? ['Problem', 'PlatformError'] : ['PlatformError']
  const hasErrorBody = shapes.some(
    (name) => validateSchema(`#/components/schemas/${name}`, jsonOf(response)) === undefined,
  )
  return hasErrorBody || body.length === 0
    ? undefined
    : `${status} without an error body: ${excerpt(response)}`
}

interface HttpErrorContext {
  readonly path: string
  readonly isInvalid: boolean
  readonly validateSchema: ValidateSchema
}

function checkResponse(
  draft: RequestDraft,
  operation: Operation,
  answer: RawResponse,
  validateSchema: ValidateSchema,
): string | undefined {
  const { status, headers } = answer
  if (status >= 500 && status !== 503) return `${status} ${excerpt(answer)}`
  // The document does not describe conditional requests and oversized headers.
  if (status === 304 && draft.headers.some(([name]) => name.startsWith('If-'))) return undefined
  if (status === 431 && draft.headers.some(([, value]) => value.length > 8_000)) return undefined
  const response = operation.responses[status]
  if (response === undefined) return `${status} is not documented: ${excerpt(answer)}`
  return (
    checkHeaders(answer, response) ??
    (draft.method === 'HEAD' ? undefined : checkBody(operation, answer, response, validateSchema)) ??
    (status === 503 && !headers.has('retry-after') ? '503 without Retry-After' : undefined)
  )
}

function checkHeaders({ status, headers }: RawResponse, response: Response): string | undefined {
  if (!headers.has('x-request-id')) return `${status} without X-Request-Id`
  const kinds = response.headers?.['X-Error-Kind']?.schema?.enum
  const kind = headers.get('x-error-kind')
  return kinds === undefined || kinds.includes(kind)
    ? undefined
    : `${status} with the undocumented error kind "${kind ?? ''}"`
}

function checkBody(
  { pointer }: Operation,
  response: RawResponse,
  { content }: Response,
  validateSchema: ValidateSchema,
): string | undefined {
  const sent = mediaOf(response)
  const type = [sent, sent.replace('a2a+json', 'json'), 'application/octet-stream'].find(
    (name) => name in content,
  )
  if (type === undefined) return `${response.status} with the undocumented media type ${sent}`
  if (type === 'application/octet-stream' || type === 'text/csv') return undefined
  const at =
    response.status === 200
      ? `${pointer}/responses/200/content/${escaped(type)}/schema`
      : schemaOf(content[type])
  const complaint = (isStream(response) ? eventsIn(response) : [jsonOf(response)])
    .map((value) => validateSchema(at, value))
    .find(Boolean)
  return complaint === undefined
    ? undefined
    : `${response.status} whose body ${complaint}: ${excerpt(response)}`
}

function schemaOf(media: { readonly schema: { readonly $ref?: string } } | undefined): string {
  return media?.schema.$ref ?? '#'
}

function mediaOf({ headers }: RawResponse): string {
  return (headers.get('content-type') ?? '').split(';')[0]?.trim() ?? ''
}

function jsonOf({ body }: RawResponse): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

/** The complete events. */
function eventsIn({ body }: RawResponse): unknown[] {
  const events = body.toString('utf8').split('\n\n').slice(0, -1)
  return events.flatMap((event) => {
    const data = event.split('\n').filter((line) => line.startsWith('data: '))
    return data.length === 0 ? [] : [JSON.parse(data.map((line) => line.slice(6)).join('\n'))]
  })
}

function excerpt({ body }: RawResponse): string {
  return body.toString('utf8').slice(0, 300)
}

/** Forbids additional properties unless the document allows them explicitly. */
function withoutAdditionalProperties<T>(value: T): T {
  return JSON.parse(JSON.stringify(value), (_name, inner: unknown) => {
    if (typeof inner !== 'object' || inner === null || !('properties' in inner)) return inner
    const { properties, type }: { properties: unknown; type?: unknown } = inner
    const isExplicit = 'additionalProperties' in inner || 'patternProperties' in inner
    // The fields of a google.protobuf.Any depend on its "@type".
    const any = typeof properties === 'object' && properties !== null && '@type' in properties
    return type === 'object' && !isExplicit && !any ? { ...inner, additionalProperties: false } : inner
  })
}
