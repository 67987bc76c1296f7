/**
 * The only place that tells what a file is. Only its bytes are asked. Whatever a browser could run as a page or a
 * script is text here, so that nobody's upload becomes a page of ours.
 */
export function sniffMediaType(beginning: Buffer, { isWhole }: { isWhole: boolean }): string {
  const known = signatures.find(({ at = 0, bytes, and }) => {
    return holds(beginning, at, bytes) && (and === undefined || holds(beginning, and.at, and.bytes))
  })
  if (known !== undefined) return known.mediaType
  const text = textIn(beginning, isWhole)
  if (text === undefined) return 'application/octet-stream'
  return isJson(text, isWhole) ? 'application/json' : 'text/plain'
}

interface Signature {
  readonly mediaType: string
  readonly at?: number
  readonly bytes: string
  /** A second mark that must also be there. */
  readonly and?: { readonly at: number; readonly bytes: string }
}

/** In Latin-1, so that each character is one byte. */
const signatures: readonly Signature[] = [
  { mediaType: 'application/pdf', bytes: '%PDF-' },
  { mediaType: 'image/png', bytes: '\x89PNG\r\n\x1a\n' },
  { mediaType: 'image/jpeg', bytes: '\xff\xd8\xff' },
  { mediaType: 'image/gif', bytes: 'GIF87a' },
  { mediaType: 'image/gif', bytes: 'GIF89a' },
  { mediaType: 'image/webp', bytes: 'RIFF', and: { at: 8, bytes: 'WEBP' } },
  { mediaType: 'application/zip', bytes: 'PK\x03\x04' },
  { mediaType: 'application/zip', bytes: 'PK\x05\x06' },
  { mediaType: 'application/gzip', bytes: '\x1f\x8b\x08' },
]

function holds(beginning: Buffer, at: number, bytes: string): boolean {
  return beginning.toString('latin1', at, at + bytes.length) === bytes
}

/** Control characters that no text has; tabs, line ends, form feeds and escapes occur. */
// oxlint-disable-next-line no-control-regex
const binary = /[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]/

/** The beginning as text; its last character may be cut in two unless it is the whole file. */
function textIn(beginning: Buffer, isWhole: boolean): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(beginning, { stream: !isWhole })
    return binary.test(text) ? undefined : text
  } catch {
    return undefined
  }
}

const objectOrList = /^\s*(\{\s*["}]|\[\s*["{[\]0-9tfn-])/

/** A file of which only the beginning is here is judged by how it begins. */
function isJson(text: string, isWhole: boolean): boolean {
  if (!objectOrList.test(text)) return false
  if (!isWhole) return true
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
