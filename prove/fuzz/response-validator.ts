/** Whether an answer is one that the document names for the operation, in the form that it gives. */
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
import type { Draft } from './requests.ts'
import type { Framed } from './framing.ts'
import { isStream, patienceMs, type Answer, type Silence } from './raw-http-client.ts'

export interface Verdict {
  /** What the answer was to; undefined where the document knows of nothing. */
  readonly operation: Operation | undefined
  readonly wrong: string | undefined
}

export type Judge = (draft: Draft, framed: Framed, answer: Answer | Silence) => Verdict

export function createJudge(document: Document): Judge {
  const ajv = new Ajv2020({
    strict: false,
    inlineRefs: false,
    formats: fullFormats,
    code: { optimize: false },
  })
  ajv.addSchema({ ...closed(document), $id: 'souk' })
  const operations = operationsOf(document)
  const compiled = new Map<string, ValidateFunction>()
  const complain = (pointer: string, value: unknown): string | undefined => {
    const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `souk${pointer}` })
    compiled.set(pointer, validate)
    if (validate(value)) return undefined
    const [error] = validate.errors ?? []
    return `${error?.instancePath ?? ''} ${error?.message ?? ''} ${JSON.stringify(error?.params)}`
  }
  return (draft, framed, answer) => {
    if (answer === 'silent') return { operation: draft.operation, wrong: `no answer within ${patienceMs} ms` }
    if (answer === 'hung up') {
      return {
        operation: undefined,
        wrong: framed.broken ? undefined : 'the connection ended without an answer',
      }
    }
    const path = pathOf(draft.path)
    const operation = operationAt(operations, draft.method === 'HEAD' ? 'GET' : draft.method, path)
    if (framed.broken || operation === undefined) {
      return { operation: undefined, wrong: refusal(answer, { path, broken: framed.broken, complain }) }
    }
    return { operation, wrong: wrongWith(draft, operation, answer, complain) }
  }
}

type Complain = (pointer: string, value: unknown) => string | undefined

/** The router reads escaped letters as the letters themselves. */
function pathOf(sent: string): string {
  const path = sent.replace(/^http:\/\/[^/]*/, '').split(/[?#]/)[0] ?? ''
  return path.replaceAll(/%(?!2f)[0-7][0-9a-f]/gi, (code) =>
    String.fromCharCode(Number.parseInt(code.slice(1), 16)),
  )
}

/** What HTTP itself answers, before there is an operation. */
const ofHttp = new Set([400, 404, 408, 413, 415, 431])

function refusal(answer: Answer, { path, broken, complain }: Unmet): string | undefined {
  const { status, body } = answer
  if (status >= 500) return `${status} ${excerpt(answer)}`
  // What is broken may be understood as something else, and then gets what anybody gets.
  if (!ofHttp.has(status)) return broken ? undefined : `${status} where the document knows of nothing`
  const shapes = path.startsWith('/api/a2a/v1') ? ['Problem', 'PlatformError'] : ['PlatformError']
  const clear = shapes.some((name) => complain(`#/components/schemas/${name}`, jsonOf(answer)) === undefined)
  return clear || body.length === 0 ? undefined : `${status} without a clear refusal: ${excerpt(answer)}`
}

interface Unmet {
  readonly path: string
  readonly broken: boolean
  readonly complain: Complain
}

function wrongWith(
  draft: Draft,
  operation: Operation,
  answer: Answer,
  complain: Complain,
): string | undefined {
  const { status, headers } = answer
  if (status >= 500 && status !== 503) return `${status} ${excerpt(answer)}`
  // The document speaks of answers in full; these are for callers who asked for less, or sent too much.
  if (status === 304 && draft.headers.some(([name]) => name.startsWith('If-'))) return undefined
  if (status === 431 && draft.headers.some(([, value]) => value.length > 8_000)) return undefined
  const response = operation.responses[status]
  if (response === undefined) return `${status}, which the document does not name: ${excerpt(answer)}`
  return (
    wrongHeaders(answer, response) ??
    (draft.method === 'HEAD' ? undefined : wrongBody(operation, answer, response, complain)) ??
    (status === 503 && !headers.has('retry-after') ? '503 without Retry-After' : undefined)
  )
}

function wrongHeaders({ status, headers }: Answer, response: Response): string | undefined {
  if (!headers.has('x-request-id')) return `${status} without X-Request-Id`
  const kinds = response.headers?.['X-Error-Kind']?.schema?.enum
  const kind = headers.get('x-error-kind')
  return kinds === undefined || kinds.includes(kind) ? undefined : `${status} of the kind "${kind ?? ''}"`
}

function wrongBody(
  { pointer }: Operation,
  answer: Answer,
  { content }: Response,
  complain: Complain,
): string | undefined {
  const sent = mediaOf(answer)
  const type = [sent, sent.replace('a2a+json', 'json'), 'application/octet-stream'].find(
    (name) => name in content,
  )
  if (type === undefined) return `${answer.status} as ${sent}, which the document does not name`
  if (type === 'application/octet-stream' || type === 'text/csv') return undefined
  const at =
    answer.status === 200
      ? `${pointer}/responses/200/content/${escaped(type)}/schema`
      : schemaOf(content[type])
  const complaint = (isStream(answer) ? eventsIn(answer) : [jsonOf(answer)])
    .map((value) => complain(at, value))
    .find(Boolean)
  return complaint === undefined ? undefined : `${answer.status} whose body ${complaint}: ${excerpt(answer)}`
}

function schemaOf(media: { readonly schema: { readonly $ref?: string } } | undefined): string {
  return media?.schema.$ref ?? '#'
}

function mediaOf({ headers }: Answer): string {
  return (headers.get('content-type') ?? '').split(';')[0]?.trim() ?? ''
}

function jsonOf({ body }: Answer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

/** Those that have come whole. */
function eventsIn({ body }: Answer): unknown[] {
  const events = body.toString('utf8').split('\n\n').slice(0, -1)
  return events.flatMap((event) => {
    const data = event.split('\n').filter((line) => line.startsWith('data: '))
    return data.length === 0 ? [] : [JSON.parse(data.map((line) => line.slice(6)).join('\n'))]
  })
}

function excerpt({ body }: Answer): string {
  return body.toString('utf8').slice(0, 300)
}

/** The document says which fields there are. Where it leaves open whether there are more, there must be none. */
function closed<T>(value: T): T {
  return JSON.parse(JSON.stringify(value), (_name, inner: unknown) => {
    if (typeof inner !== 'object' || inner === null || !('properties' in inner)) return inner
    const { properties, type }: { properties: unknown; type?: unknown } = inner
    const said = 'additionalProperties' in inner || 'patternProperties' in inner
    // An Any of Google's is whatever its "@type" says.
    const any = typeof properties === 'object' && properties !== null && '@type' in properties
    return type === 'object' && !said && !any ? { ...inner, additionalProperties: false } : inner
  })
}
