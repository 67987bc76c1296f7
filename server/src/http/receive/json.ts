import { isUtf8 } from 'node:buffer'
import { fail } from '../../failure.ts'

/** Above these limits serializers and PostgreSQL's jsonb fail with internal errors; no legitimate request reaches them. */
const jsonDepthMax = 32
const jsonValuesMax = 50_000

const [quote, backslash, openBrace, closeBrace, openBracket, closeBracket, comma] = Buffer.from('"\\{}[],')

/** Parses a body into a value that PostgreSQL can store. */
export function parseJson(body: Buffer): unknown {
  if (body.length === 0) return undefined
  if (!isUtf8(body)) fail('bad-request', 'The body is not valid UTF-8.', 'Send JSON encoded as UTF-8.')
  requireWithinLimits(body)
  const text = body.toString('utf8')
  const value = parse(text)
  if (mayBeUnstorable.test(text)) requireStorableTexts(value)
  return value
}

/** In UTF-8 JSON, unstorable characters occur only as escapes and `__proto__` only literally or escaped, so other texts skip the check. */
const mayBeUnstorable = /\\u|__proto__/

/** Checks the bytes before parsing, because the parser accepts any depth. */
function requireWithinLimits(body: Buffer): void {
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
      fail('bad-request', `The body must be nested at most ${jsonDepthMax} levels deep.`, 'Flatten the JSON.')
  }
  if (values > jsonValuesMax)
    fail(
      'bad-request',
      `The body must have at most ${jsonValuesMax} values.`,
      'Split it into smaller requests.',
    )
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return fail('bad-request', 'The body is not valid JSON.', 'Check quotes, commas and brackets.')
  }
}

/** PostgreSQL stores neither NUL characters nor unpaired surrogates. */
export function requireStorableTexts(value: unknown): void {
  if (typeof value === 'string') {
    if (value.includes('\u0000'))
      fail('bad-request', 'The request must not contain NUL characters.', 'Remove them.')
    if (!value.isWellFormed())
      fail('bad-request', 'The request must not contain unpaired surrogates.', 'Send valid Unicode.')
  } else if (Array.isArray(value)) {
    for (const item of value) requireStorableTexts(item)
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      if (key === '__proto__')
        fail('bad-request', 'The request must not contain the field "__proto__".', 'Remove it.')
      requireStorableTexts(key)
      requireStorableTexts(item)
    }
  }
}
