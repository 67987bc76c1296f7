import type { IncomingMessage } from 'node:http'
import type { EgressFailureCode } from './result.ts'

/** A JSON text, or why there is none. */
export type EgressDocument =
  | { readonly kind: 'document'; readonly text: string }
  | { readonly kind: 'failed'; readonly code: EgressFailureCode | DocumentFailure }

/** The response is no document: its status, its type, its size, or bytes that are not UTF-8. */
type DocumentFailure = 'document_status' | 'document_type' | 'document_too_large' | 'document_encoding'

const documentBytesMax = 256 * 1024
const jsonType = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i

/** Reads the body of a successful response. Stopping early destroys the body and its connection. */
export async function readDocument(response: IncomingMessage): Promise<{ document: EgressDocument }> {
  const failed = (code: DocumentFailure) => ({ document: { kind: 'failed', code } as const })
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = response.headers
  if (response.statusCode !== 200) return failed('document_status')
  if (!jsonType.test(type) || encoding !== 'identity') return failed('document_type')
  const chunks: Buffer[] = []
  let bytesRead = 0
  for await (const chunk of response) {
    const bytes = Buffer.from(chunk)
    bytesRead += bytes.length
    if (bytesRead > documentBytesMax) return failed('document_too_large')
    chunks.push(bytes)
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
    return { document: { kind: 'document', text } }
  } catch {
    return failed('document_encoding')
  }
}
