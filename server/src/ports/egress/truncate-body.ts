/** The only place that reads what a receiver answers: little of it, and never as anything but text. */
const bodyBytesMax = 64 * 1024
const excerptBytesMax = 1024

/** Reads to the end or to the limit, and keeps the beginning. Stopping early destroys the body and its connection. */
export async function readTruncatedBody(body: AsyncIterable<Buffer>): Promise<string> {
  const kept: Buffer[] = []
  let bytesRead = 0
  for await (const chunk of body) {
    if (bytesRead < excerptBytesMax) kept.push(chunk.subarray(0, excerptBytesMax - bytesRead))
    bytesRead += chunk.length
    if (bytesRead >= bodyBytesMax) break
  }
  return truncate(Buffer.concat(kept))
}

/** Bytes that are no text become marks of three bytes each, so the length is looked at again. */
function truncate(bytes: Buffer): string {
  const text = decode(bytes).replaceAll(unprintable, ' ')
  return decode(Buffer.from(text).subarray(0, excerptBytesMax))
}

/** A character that is cut at the end is left out. */
function decode(bytes: Buffer): string {
  return new TextDecoder().decode(bytes, { stream: true })
}

/** What moves the cursor of a terminal, turns the direction of text around or cannot be stored. */
const unprintable = /[^\P{Cc}\n\t]|\p{Bidi_Control}/gu
