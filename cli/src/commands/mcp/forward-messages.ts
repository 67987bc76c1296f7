/** Forwards MCP messages of one host to the HTTP endpoint, in both eras of the protocol. */
import { propertiesOf, stringProperty } from '../../engine/objects.ts'
import { messagesIn } from './event-messages.ts'

interface Endpoint {
  readonly url: string
  readonly token: string
  /** Sends a message to the host. */
  readonly write: (message: object) => void
}

interface Forwarder {
  /** Starts to forward a message. Requests run concurrently. */
  forward(line: string): void
  /** Ends streams, and gives other requests a moment to end: hosts close the input and then wait. */
  close(): Promise<void>
}

type MessageId = string | number

const codes = { parseError: -32700, internalError: -32603 } as const
const graceMs = 1000
const cancelMethod = 'notifications/cancelled'
const versionKey = 'io.modelcontextprotocol/protocolVersion'

/** Requests in progress. */
interface Open {
  readonly requests: Map<MessageId, AbortController>
  /** The subset whose response is a stream. */
  readonly streams: Set<MessageId>
  isClosing: boolean
  /** Version of the handshake, which later requests of the earlier revisions repeat in a header. */
  negotiated: string | undefined
}

export function createForwarder(endpoint: Endpoint): Forwarder {
  const open: Open = { requests: new Map(), streams: new Set(), isClosing: false, negotiated: undefined }
  const running = new Set<Promise<void>>()
  return {
    forward: (line) => {
      const message = parse(line)
      if (message === undefined) {
        return endpoint.write(errorOf(null, codes.parseError, 'The message is not valid JSON.'))
      }
      const method = stringProperty(message, 'method')
      // The server sends no requests, so it expects no responses.
      if (method === undefined) return undefined
      if (method === cancelMethod) return open.requests.get(canceledBy(message))?.abort()
      const work = run(endpoint, open, message).finally(() => running.delete(work))
      running.add(work)
      return undefined
    },
    close: async () => {
      open.isClosing = true
      for (const id of open.streams) open.requests.get(id)?.abort()
      const timer = setTimeout(() => {
        for (const request of open.requests.values()) request.abort()
      }, graceMs)
      await Promise.all(running)
      clearTimeout(timer)
    },
  }
}

async function run(endpoint: Endpoint, open: Open, message: object): Promise<void> {
  const id = idOf(message)
  const stopping = new AbortController()
  if (id !== undefined) open.requests.set(id, stopping)
  try {
    await exchange(endpoint, open, { message, id, signal: stopping.signal })
  } catch {
    // A canceled request gets no response.
    if (id === undefined || stopping.signal.aborted) return
    endpoint.write(errorOf(id, codes.internalError, `No valid response from ${endpoint.url}.`))
  } finally {
    if (id !== undefined) {
      open.requests.delete(id)
      open.streams.delete(id)
    }
  }
}

async function exchange(
  { url, token, write }: Endpoint,
  open: Open,
  { message, id, signal }: { message: object; id: MessageId | undefined; signal: AbortSignal },
): Promise<void> {
  const headers = headersOf(message, { token, negotiated: open.negotiated })
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(message), signal })
  if (id === undefined) return response.body?.cancel()
  if (response.headers.get('content-type')?.startsWith('text/event-stream') === true) {
    if (open.isClosing) return response.body?.cancel()
    open.streams.add(id)
    for await (const event of messagesIn(response)) write(propertiesOf(event))
    return undefined
  }
  const answer = propertiesOf(await response.json())
  if (stringProperty(message, 'method') === 'initialize') {
    open.negotiated = stringProperty(answer['result'], 'protocolVersion')
  }
  // The endpoint refuses some calls before it has read their id.
  write({ ...answer, id })
  return undefined
}

/** Headers that the endpoint compares with the body. */
function headersOf(
  message: object,
  { token, negotiated }: { token: string; negotiated: string | undefined },
): Record<string, string> {
  const params = propertiesOf(propertiesOf(message)['params'])
  const declared = stringProperty(params['_meta'], versionKey)
  const version = declared ?? negotiated
  const name = ['name', 'uri', 'taskId'].map((key) => stringProperty(params, key)).find(Boolean)
  return {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(version === undefined ? {} : { 'mcp-protocol-version': version }),
    ...(declared === undefined ? {} : { 'mcp-method': headerText(stringProperty(message, 'method') ?? '') }),
    ...(declared === undefined || name === undefined ? {} : { 'mcp-name': headerText(name) }),
  }
}

/** Texts that a header cannot carry are sent in base64, as the protocol prescribes. */
function headerText(text: string): string {
  const isPlain = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !text.startsWith('=?')
  return isPlain ? text : `=?base64?${Buffer.from(text, 'utf8').toString('base64')}?=`
}

function idOf(message: object): MessageId | undefined {
  const { id } = propertiesOf(message)
  return typeof id === 'string' || typeof id === 'number' ? id : undefined
}

function canceledBy(message: object): MessageId {
  const { requestId } = propertiesOf(propertiesOf(message)['params'])
  return typeof requestId === 'number' ? requestId : String(requestId)
}

function errorOf(id: MessageId | null, code: number, message: string): object {
  return { jsonrpc: '2.0', id, error: { code, message } }
}

function parse(line: string): object | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
