/** Sends one HTTP request over a checked connection. */
import { request as httpRequest, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Headers } from './header-values.ts'
import { codeOf, EgressFailure, type EgressFailureCode } from './result.ts'

interface Message<Response> {
  readonly url: URL
  readonly headers: Headers
  /** A request with a body is a POST, one without a GET. */
  readonly body: Buffer | string | undefined
  readonly signal: AbortSignal
  /** Reads a part of the response. Redirects are not followed. */
  readonly read: (response: IncomingMessage) => Promise<Response>
}

const headerBytesMax = 16 * 1024
const interimResponsesMax = 8

export async function sendRequest<Response>(socket: Socket, message: Message<Response>): Promise<Response> {
  try {
    return await requestOver(socket, message)
  } catch (error) {
    throw new EgressFailure(message.signal.aborted ? 'response_timeout' : failureOf(error))
  }
}

function requestOver<Response>(
  socket: Socket,
  { url, headers, body, signal, read }: Message<Response>,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({
      // With its own connection the request uses no agent, so neither a pool nor a proxy.
      createConnection: () => socket,
      method: body === undefined ? 'GET' : 'POST',
      path: `${url.pathname}${url.search}`,
      headers: {
        Host: url.host,
        'User-Agent': 'Souk',
        'Accept-Encoding': 'identity',
        ...headers,
        ...(body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) }),
      },
      maxHeaderSize: headerBytesMax,
      signal,
    })
    let interimResponses = 0
    request.on('information', () => {
      interimResponses += 1
      if (interimResponses > interimResponsesMax) request.destroy(new EgressFailure('response_invalid'))
    })
    // Node ends some requests without an error, for example after a protocol upgrade.
    const onClose = () => reject(new EgressFailure('response_invalid'))
    request.on('close', onClose)
    request.on('response', (response) => {
      request.off('close', onClose)
      read(response).then(resolve, reject)
    })
    // A parser error is emitted here first, even if a part of the response was read.
    request.on('error', reject)
    request.end(body)
  })
}

function failureOf(error: unknown): EgressFailureCode {
  if (error instanceof EgressFailure) return error.code
  const code = codeOf(error)
  if (code === 'HPE_HEADER_OVERFLOW' || code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return 'response_too_large'
  return code.startsWith('HPE_') ? 'response_invalid' : 'reset'
}
