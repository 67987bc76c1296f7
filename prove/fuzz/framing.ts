/** Serializes requests to bytes, with correct or invalid HTTP framing. */
import type { Random } from '../../server/test/fixtures/seeded-random.ts'
import type { RequestDraft, Header } from './requests.ts'
import type { RawRequest } from './raw-http-client.ts'

export interface FramedRequest extends RawRequest {
  /** The receiver may interpret the bytes differently or reject them. */
  readonly isInvalid: boolean
  readonly framing: string
}

export function framed(draft: RequestDraft): FramedRequest {
  const { method, body } = draft
  return {
    bytes: write(draft, lengthOf(body)),
    head: method === 'HEAD',
    last: false,
    // The server may close the connection before it has read a body that exceeds its limit.
    isInvalid: (body?.length ?? 0) > 1_000_000,
    framing: '',
  }
}

type Framing = (draft: RequestDraft) => Buffer

/** Each closes the connection, so that the server does not wait for missing bytes. */
const framings: Readonly<Record<string, Framing>> = {
  'a length that is too large': (draft) => write(draft, [['Content-Length', String(bodySize(draft) + 9)]]),
  'a length that is too small': (draft) => write(draft, [['Content-Length', '1']]),
  'a negative length': (draft) => write(draft, [['Content-Length', '-1']]),
  'a length that is not a number': (draft) => write(draft, [['Content-Length', 'ten']]),
  'a huge length': (draft) => write(draft, [['Content-Length', '99999999999999999999']]),
  'two lengths': (draft) => write(draft, [['Content-Length', '1'], ['Content-Length', '2']]), // prettier-ignore
  'a length and chunks': (draft) => write(draft, [['Content-Length', '3'], ['Transfer-Encoding', 'chunked']]), // prettier-ignore
  'chunks without an end': (draft) => chunkedBody(draft, '5\r\nhello\r\n'),
  'a chunk with an invalid size': (draft) => chunkedBody(draft, 'zz\r\nhello\r\n0\r\n\r\n'),
  'a chunk with a huge size': (draft) => chunkedBody(draft, 'ffffffffffffffff\r\nx\r\n0\r\n\r\n'),
  'an unknown encoding': (draft) => write(draft, [['Transfer-Encoding', 'gzip, nonsense']]),
  'a hidden encoding': (draft) => write(draft, [['Transfer-Encoding', ' chunked'], ['Transfer-Encoding', 'identity']]), // prettier-ignore
  'a header name with a space': (draft) => write(draft, [['X Odd', '1']]),
  'a space after a header name': (draft) => write(draft, [['X-Odd ', '1']]),
  'a line without a colon': (draft) => withRawLine(draft, 'nonsense\r\n'),
  'a folded line': (draft) => withRawLine(draft, 'X-Odd: 1\r\n 2\r\n'),
  'a NUL in a header': (draft) => write(draft, [['X-Odd', 'a\u0000b']]),
  'a bare line feed': (draft) => withRawLine(draft, 'X-Odd: 1\nX-Other: 2\r\n'),
  'bare carriage returns': (draft) => withRawLine(draft, 'X-Odd: 1\rX-Other: 2\r\n'),
  'many headers': (draft) => withRawLine(draft, 'X-Odd: 1\r\n'.repeat(3_000)),
  'a long header': (draft) => write(draft, [['X-Long', 'x'.repeat(100_000)]]),
  'a long path': (draft) => write({ ...draft, path: `${draft.path}${'x'.repeat(50_000)}` }, []),
  'no host': (draft) => withReplacement(draft, /Host: [^\r]*\r\n/, ''),
  'two hosts': (draft) => withRawLine(draft, 'Host: evil.example.com\r\n'),
  'an old version': (draft) => withReplacement(draft, 'HTTP/1.1', 'HTTP/1.0'),
  'a future version': (draft) => withReplacement(draft, 'HTTP/1.1', 'HTTP/9.9'),
  'no version': (draft) => withReplacement(draft, ' HTTP/1.1', ''),
  'another protocol': () => Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  'a TLS handshake': () => Buffer.from('16030100a5010000a10303', 'hex'),
  'an unknown method': (draft) => write({ ...draft, method: 'BREW' }, lengthOf(draft.body)),
  'a method in lower case': (draft) => write({ ...draft, method: draft.method.toLowerCase() }, []),
  'a tunnel': (draft) => write({ ...draft, method: 'CONNECT', path: '169.254.169.254:80' }, []),
  'spaces in the path': (draft) => write({ ...draft, path: draft.path.replaceAll('/', '/ ') }, []),
  'non-ASCII characters in the path': (draft) => write({ ...draft, path: `${draft.path}/ü` }, []),
  'nothing': () => Buffer.from('\r\n\r\n'),
  'half a request': (draft) => framed(draft).bytes.subarray(0, 20),
  'noise': (draft) => Buffer.from(Buffer.from(draft.path.repeat(20)).map((byte, index) => (byte * 7 + index) % 256)),
} // prettier-ignore

const framingNames = Object.keys(framings)

export function framedInvalidly(draft: RequestDraft, random: Random): FramedRequest {
  const framing = random.pick(framingNames)
  const bytes = framings[framing]?.(draft) ?? Buffer.alloc(0)
  return { bytes, head: draft.method === 'HEAD', last: true, isInvalid: true, framing }
}

/** Divides a request within its method, by which the server tells HTTP/1.1 from HTTP/2, or anywhere. */
export function inTwoPackets(request: FramedRequest, random: Random): FramedRequest {
  return { ...request, firstPacket: random.below(random.chance(50) ? 5 : request.bytes.length) }
}

/** Valid chunked encoding of the same request. */
export function framedInChunks(draft: RequestDraft): FramedRequest {
  const { body = Buffer.alloc(0) } = draft
  const middle = Math.floor(body.length / 2)
  const parts = [body.subarray(0, middle), body.subarray(middle)].filter(({ length }) => length > 0)
  const chunks = parts.flatMap((part) => [
    Buffer.from(`${part.length.toString(16)}\r\n`),
    part,
    Buffer.from('\r\n'),
  ])
  const bytes = Buffer.concat([
    write({ ...draft, body: undefined }, chunked),
    ...chunks,
    Buffer.from('0\r\n\r\n'),
  ])
  return { bytes, head: draft.method === 'HEAD', last: false, isInvalid: false, framing: 'chunks' }
}

const chunked: readonly Header[] = [['Transfer-Encoding', 'chunked']]

const bodySize = ({ body }: RequestDraft) => body?.length ?? 0

function lengthOf(body: Buffer | undefined): readonly Header[] {
  return body === undefined ? [] : [['Content-Length', String(body.length)]]
}

function write({ method, path, headers, body }: RequestDraft, extraHeaders: readonly Header[]): Buffer {
  const host: Header[] = headers.some(([name]) => name === 'Host') ? [] : [['Host', 'localhost']]
  const lines = [...host, ...headers, ...extraHeaders].map(([name, value]) => `${name}: ${value}\r\n`)
  const head = Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1')
  return body === undefined ? head : Buffer.concat([head, body])
}

function chunkedBody(draft: RequestDraft, body: string): Buffer {
  return write({ ...draft, body: Buffer.from(body) }, chunked)
}

/** Inserts a raw line among the headers. */
function withRawLine(draft: RequestDraft, line: string): Buffer {
  return withReplacement(draft, '\r\n', () => `\r\n${line}`)
}

function withReplacement(draft: RequestDraft, find: string | RegExp, by: string | (() => string)): Buffer {
  const text = write(draft, lengthOf(draft.body)).toString('latin1')
  return Buffer.from(typeof by === 'string' ? text.replace(find, by) : text.replace(find, by), 'latin1')
}
