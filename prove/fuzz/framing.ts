/** Requests as bytes: well framed, or in every way in which a sender can get it wrong. */
import type { Dice } from '../../server/test/tasks/task-model/dice.ts'
import type { Draft, Header } from './requests.ts'
import type { Sending } from './raw-http-client.ts'

export interface Framed extends Sending {
  /** Whether whoever receives this may take it for something else, or for nothing. */
  readonly broken: boolean
  readonly framing: string
}

export function framed(draft: Draft): Framed {
  const { method, body } = draft
  return {
    bytes: write(draft, lengthOf(body)),
    head: method === 'HEAD',
    // What comes before a body that is refused for its size may not be read to the end by the other side.
    last: false,
    broken: (body?.length ?? 0) > 1_000_000,
    framing: '',
  }
}

type Framing = (draft: Draft) => Buffer

/** Each ends with the end of the connection, so that nobody waits for what will not come. */
const framings: Readonly<Record<string, Framing>> = {
  'a length that is too large': (draft) => write(draft, [['Content-Length', String(sizeOf(draft) + 9)]]),
  'a length that is too small': (draft) => write(draft, [['Content-Length', '1']]),
  'a negative length': (draft) => write(draft, [['Content-Length', '-1']]),
  'a length in words': (draft) => write(draft, [['Content-Length', 'ten']]),
  'an endless length': (draft) => write(draft, [['Content-Length', '99999999999999999999']]),
  'two lengths': (draft) => write(draft, [['Content-Length', '1'], ['Content-Length', '2']]), // prettier-ignore
  'a length and pieces': (draft) => write(draft, [['Content-Length', '3'], ['Transfer-Encoding', 'chunked']]), // prettier-ignore
  'pieces without an end': (draft) => pieces(draft, '5\r\nhello\r\n'),
  'a piece of no size': (draft) => pieces(draft, 'zz\r\nhello\r\n0\r\n\r\n'),
  'a piece of a huge size': (draft) => pieces(draft, 'ffffffffffffffff\r\nx\r\n0\r\n\r\n'),
  'an unknown encoding': (draft) => write(draft, [['Transfer-Encoding', 'gzip, nonsense']]),
  'a hidden encoding': (draft) => write(draft, [['Transfer-Encoding', ' chunked'], ['Transfer-Encoding', 'identity']]), // prettier-ignore
  'a name with a blank': (draft) => write(draft, [['X Odd', '1']]),
  'a name before a blank': (draft) => write(draft, [['X-Odd ', '1']]),
  'a line without a colon': (draft) => spliced(draft, 'nonsense\r\n'),
  'a folded line': (draft) => spliced(draft, 'X-Odd: 1\r\n 2\r\n'),
  'a NUL in a header': (draft) => write(draft, [['X-Odd', 'a\u0000b']]),
  'a bare line feed': (draft) => spliced(draft, 'X-Odd: 1\nX-Other: 2\r\n'),
  'bare carriage returns': (draft) => spliced(draft, 'X-Odd: 1\rX-Other: 2\r\n'),
  'many headers': (draft) => spliced(draft, 'X-Odd: 1\r\n'.repeat(3_000)),
  'a long header': (draft) => write(draft, [['X-Long', 'x'.repeat(100_000)]]),
  'a long address': (draft) => write({ ...draft, path: `${draft.path}${'x'.repeat(50_000)}` }, []),
  'no host': (draft) => replacedIn(draft, /Host: [^\r]*\r\n/, ''),
  'two hosts': (draft) => spliced(draft, 'Host: evil.example.com\r\n'),
  'an old version': (draft) => replacedIn(draft, 'HTTP/1.1', 'HTTP/1.0'),
  'a version to come': (draft) => replacedIn(draft, 'HTTP/1.1', 'HTTP/9.9'),
  'no version': (draft) => replacedIn(draft, ' HTTP/1.1', ''),
  'another protocol': () => Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  'the greeting of TLS': () => Buffer.from('16030100a5010000a10303', 'hex'),
  'a method of its own': (draft) => write({ ...draft, method: 'BREW' }, lengthOf(draft.body)),
  'a method in small letters': (draft) => write({ ...draft, method: draft.method.toLowerCase() }, []),
  'a tunnel': (draft) => write({ ...draft, method: 'CONNECT', path: '169.254.169.254:80' }, []),
  'blanks in the address': (draft) => write({ ...draft, path: draft.path.replaceAll('/', '/ ') }, []),
  'letters in the address': (draft) => write({ ...draft, path: `${draft.path}/ü` }, []),
  'nothing': () => Buffer.from('\r\n\r\n'),
  'half a request': (draft) => framed(draft).bytes.subarray(0, 20),
  'noise': (draft) => Buffer.from(Buffer.from(draft.path.repeat(20)).map((byte, place) => (byte * 7 + place) % 256)),
} // prettier-ignore

const framingNames = Object.keys(framings)

export function brokenlyFramed(draft: Draft, dice: Dice): Framed {
  const framing = dice.pick(framingNames)
  const bytes = framings[framing]?.(draft) ?? Buffer.alloc(0)
  return { bytes, head: draft.method === 'HEAD', last: true, broken: true, framing }
}

/** In pieces as they should be: the same request to whoever reads it. */
export function inPieces(draft: Draft): Framed {
  const { body = Buffer.alloc(0) } = draft
  const middle = Math.floor(body.length / 2)
  const parts = [body.subarray(0, middle), body.subarray(middle)].filter(({ length }) => length > 0)
  const written = parts.flatMap((part) => [
    Buffer.from(`${part.length.toString(16)}\r\n`),
    part,
    Buffer.from('\r\n'),
  ])
  const bytes = Buffer.concat([
    write({ ...draft, body: undefined }, chunked),
    ...written,
    Buffer.from('0\r\n\r\n'),
  ])
  return { bytes, head: draft.method === 'HEAD', last: false, broken: false, framing: 'pieces' }
}

const chunked: readonly Header[] = [['Transfer-Encoding', 'chunked']]

const sizeOf = ({ body }: Draft) => body?.length ?? 0

function lengthOf(body: Buffer | undefined): readonly Header[] {
  return body === undefined ? [] : [['Content-Length', String(body.length)]]
}

function write({ method, path, headers, body }: Draft, more: readonly Header[]): Buffer {
  const host: Header[] = headers.some(([name]) => name === 'Host') ? [] : [['Host', 'localhost']]
  const lines = [...host, ...headers, ...more].map(([name, value]) => `${name}: ${value}\r\n`)
  const head = Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1')
  return body === undefined ? head : Buffer.concat([head, body])
}

function pieces(draft: Draft, body: string): Buffer {
  return write({ ...draft, body: Buffer.from(body) }, chunked)
}

/** With another line among its headers. */
function spliced(draft: Draft, line: string): Buffer {
  return replacedIn(draft, '\r\n', () => `\r\n${line}`)
}

function replacedIn(draft: Draft, find: string | RegExp, by: string | (() => string)): Buffer {
  const text = write(draft, lengthOf(draft.body)).toString('latin1')
  return Buffer.from(typeof by === 'string' ? text.replace(find, by) : text.replace(find, by), 'latin1')
}
