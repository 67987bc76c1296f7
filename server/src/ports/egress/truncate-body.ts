/** The only place that reads response bodies: a bounded prefix, as text. */
const bodyBytesMax = 64 * 1024
const excerptBytesMax = 1024

/** Reads up to the limit and keeps the prefix. Stopping early destroys the body and its connection. */
export async function readTruncatedBody(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  let bytesRead = 0
  for await (const chunk of body) {
    if (bytesRead < excerptBytesMax) chunks.push(chunk.subarray(0, excerptBytesMax - bytesRead))
    bytesRead += chunk.length
    if (bytesRead >= bodyBytesMax) break
  }
  return truncate(Buffer.concat(chunks))
}

/** Invalid bytes become replacement characters of three bytes each, so the length is limited again. */
function truncate(bytes: Buffer): string {
  const text = decode(bytes).replaceAll(unprintable, ' ')
  return decode(Buffer.from(text).subarray(0, excerptBytesMax))
}

/** Drops a character that is cut at the end. */
function decode(bytes: Buffer): string {
  return new TextDecoder().decode(bytes, { stream: true })
}

/** Terminal control characters, bidi controls, and characters that cannot be stored. */
const unprintable = /[^\P{Cc}\n\t]|\p{Bidi_Control}/gu
