import { isUtf8 } from 'node:buffer'
import { fail } from '../../failure.ts'

/** Deeper or larger than anything honest; beyond it serializers and PostgreSQL's jsonb fail instead of refusing. */
export const jsonDepthMax = 32
const jsonValuesMax = 50_000

const [quote, backslash, openBrace, closeBrace, openBracket, closeBracket, comma] = Buffer.from('"\\{}[],')

/** Bytes of a body into a value that the rest of the service, and PostgreSQL, can hold. */
export function parseJson(body: Buffer): unknown {
  if (body.length === 0) return undefined
  if (!isUtf8(body)) fail('bad-request', 'The body is not valid UTF-8.', 'Send JSON encoded as UTF-8.')
  requireModestShape(body)
  const text = body.toString('utf8')
  const value = parse(text)
  if (mayHideSomething.test(text)) requireStorableTexts(value)
  return value
}

/** In JSON that is UTF-8, what cannot be stored is written as an escape, and the one forbidden name as it is or so. */
const mayHideSomething = /\\u|__proto__/

/** Looks at the bytes before parsing, because the parser itself would accept any depth. */
function requireModestShape(body: Buffer): void {
  let depth = 0
  let values = 1
  let inText = false
  for (let index = 0; index < body.length; index++) {
    const byte = body[index]
    if (inText) {
      if (byte === backslash) index++
      else if (byte === quote) inText = false
    } else if (byte === quote) inText = true
    else if (byte === openBrace || byte === openBracket) depth++
    else if (byte === closeBrace || byte === closeBracket) depth--
    else if (byte === comma) values++
    if (depth > jsonDepthMax)
      fail('bad-request', `The body is nested deeper than ${jsonDepthMax} levels.`, 'Flatten it.')
  }
  if (values > jsonValuesMax)
    fail('bad-request', `The body holds more than ${jsonValuesMax} values.`, 'Send fewer.')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return fail('bad-request', 'The body is not valid JSON.', 'Check quotes, commas and brackets.')
  }
}

/** PostgreSQL stores neither NUL nor half a surrogate pair; both are refused wherever they come in. */
export function requireStorableTexts(value: unknown): void {
  if (typeof value === 'string') {
    if (value.includes('\u0000')) fail('bad-request', 'The request contains a NUL character.', 'Remove it.')
    if (!value.isWellFormed())
      fail('bad-request', 'The request contains half a surrogate pair.', 'Send whole characters.')
  } else if (Array.isArray(value)) {
    for (const item of value) requireStorableTexts(item)
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      if (key === '__proto__')
        fail('bad-request', 'The request contains the field "__proto__".', 'Remove it.')
      requireStorableTexts(key)
      requireStorableTexts(item)
    }
  }
}
