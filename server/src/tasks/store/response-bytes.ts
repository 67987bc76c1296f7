/** The only place that limits the bytes of task contents in one response. */
const kibibyte = 1024

/** Contents of one response; with terms, timeline and audit trail it stays below 8 MiB. */
const responseBytes = 7 * 1024 * kibibyte
/** First frame of a stream. Smaller, because a caller can open a hundred streams and read none of them. */
const frameBytes = 1024 * kibibyte

/** A task uses at most five shares: one each for its brief, status and history, and two for its artifacts. */
const sharesPerTask = 5

/** Limit of each section when the response has one task. */
export const shareOfTask = Math.floor(responseBytes / sharesPerTask)
export const shareOfFrame = Math.floor(frameBytes / sharesPerTask)

export function shareInList(tasks: number): number {
  return Math.floor(shareOfTask / tasks)
}

/** A page of messages, artifacts or events; it has at least one item, whatever its size. */
export const pageBytes = 4 * 1024 * kibibyte
/** Event in the body of a push notification. */
export const pushBytes = 256 * kibibyte
/** Assumed size of a stub. */
export const stubBytes = kibibyte
