/**
 * The only place that determines media types, from the bytes alone. HTML, SVG and scripts become plain text, so that no
 * upload is served as a page of this origin.
 */
export function sniffMediaType(prefix: Buffer, { isComplete }: { isComplete: boolean }): string {
  const known = signatures.find(({ at = 0, bytes, and }) => {
    return holds(prefix, at, bytes) && (and === undefined || holds(prefix, and.at, and.bytes))
  })
  if (known !== undefined) return known.mediaType
  const text = textIn(prefix, isComplete)
  if (text === undefined) return 'application/octet-stream'
  return isJson(text, isComplete) ? 'application/json' : 'text/plain'
}

interface Signature {
  readonly mediaType: string
  readonly at?: number
  readonly bytes: string
  /** A second signature that must also match. */
  readonly and?: { readonly at: number; readonly bytes: string }
}

/** Latin-1, so that each character is one byte. */
const signatures: readonly Signature[] = [
  { mediaType: 'application/pdf', bytes: '%PDF-' },
  { mediaType: 'image/png', bytes: '\x89PNG\r\n\x1a\n' },
  { mediaType: 'image/jpeg', bytes: '\xff\xd8\xff' },
  { mediaType: 'image/gif', bytes: 'GIF87a' },
  { mediaType: 'image/gif', bytes: 'GIF89a' },
  { mediaType: 'image/webp', bytes: 'RIFF', and: { at: 8, bytes: 'WEBP' } },
  { mediaType: 'audio/wav', bytes: 'RIFF', and: { at: 8, bytes: 'WAVE' } },
  { mediaType: 'audio/mpeg', bytes: 'ID3' },
  { mediaType: 'audio/mpeg', bytes: '\xff\xfb' },
  { mediaType: 'audio/mpeg', bytes: '\xff\xf3' },
  { mediaType: 'audio/flac', bytes: 'fLaC' },
  { mediaType: 'audio/ogg', bytes: 'OggS' },
  { mediaType: 'audio/mp4', at: 4, bytes: 'ftypM4A' },
  { mediaType: 'video/quicktime', at: 4, bytes: 'ftypqt  ' },
  { mediaType: 'video/mp4', at: 4, bytes: 'ftyp' },
  { mediaType: 'video/webm', bytes: '\x1a\x45\xdf\xa3' },
  { mediaType: 'application/zip', bytes: 'PK\x03\x04' },
  { mediaType: 'application/zip', bytes: 'PK\x05\x06' },
  { mediaType: 'application/gzip', bytes: '\x1f\x8b\x08' },
]

function holds(prefix: Buffer, at: number, bytes: string): boolean {
  return prefix.toString('latin1', at, at + bytes.length) === bytes
}

/** Control characters that do not occur in text. Tabs, line breaks, form feeds and escapes do. */
// oxlint-disable-next-line no-control-regex
const binary = /[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]/

/** Decodes the prefix as text. The last character may be incomplete unless the prefix is the whole file. */
function textIn(prefix: Buffer, isComplete: boolean): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(prefix, { stream: !isComplete })
    return binary.test(text) ? undefined : text
  } catch {
    return undefined
  }
}

const objectOrList = /^\s*(\{\s*["}]|\[\s*["{[\]0-9tfn-])/

/** An incomplete file is judged by its first character. */
function isJson(text: string, isComplete: boolean): boolean {
  if (!objectOrList.test(text)) return false
  if (!isComplete) return true
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
