/** Evaluates conditional and range requests (RFC 9110, sections 13 and 14). Pure. */
import type { IncomingHttpHeaders } from 'node:http'
import type { ByteRange } from '../../download.ts'

type RangeAnswer =
  | { readonly kind: 'whole' }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'unsatisfiable' }
  | { readonly kind: 'part'; readonly range: ByteRange }

/** Several ranges in one request are answered with the whole file, as the RFC allows. */
export function answerRange(
  headers: Pick<IncomingHttpHeaders, 'range' | 'if-none-match'> & { readonly 'if-range'?: unknown },
  { etag, size }: { readonly etag: string; readonly size: number },
): RangeAnswer {
  const known = headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  if (known !== undefined && (known.includes('*') || known.includes(etag))) return { kind: 'unchanged' }
  const condition = headers['if-range']
  // A date never matches: the contents of a file never change, so clients have its ETag.
  if (headers.range === undefined || (condition !== undefined && condition !== etag)) return { kind: 'whole' }
  return readRange(headers.range, size)
}

const singleRange = /^bytes\s*=\s*(\d{0,15})\s*-\s*(\d{0,15})\s*$/i

function readRange(header: string, size: number): RangeAnswer {
  const [, first = '', last = ''] = singleRange.exec(header) ?? []
  if (first === '' && last === '') return { kind: 'whole' }
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0
      ? { kind: 'unsatisfiable' }
      : { kind: 'part', range: { start: size - length, end: size } }
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return { kind: 'whole' }
  if (start >= size) return { kind: 'unsatisfiable' }
  return { kind: 'part', range: { start, end: last === '' ? size : Math.min(Number(last) + 1, size) } }
}
