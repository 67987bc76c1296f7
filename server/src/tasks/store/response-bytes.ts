/** The only place that says how many bytes of tasks one response carries. */
const kibibyte = 1024

/** All contents of one response: with terms, timeline and audit trail it stays below 8 MiB. */
const responseBytes = 7 * 1024 * kibibyte
/** The first frame of a stream is smaller, because a caller may hold a hundred streams and read none of them. */
const frameBytes = 1024 * kibibyte

/** A task spends at most four shares: one on its status, one on its history, and two on its artifacts. */
const sharesPerTask = 4

/** What each section of one task in a response may take. */
export const shareOfTask = responseBytes / sharesPerTask
export const shareOfFrame = frameBytes / sharesPerTask

export function shareInList(tasks: number): number {
  return Math.floor(shareOfTask / tasks)
}

/** A page of messages, artifacts or events; a page holds at least one. */
export const pageBytes = 4 * 1024 * kibibyte
/** One event in the body of a push notification. */
export const pushBytes = 256 * kibibyte
/** What a listed artifact takes without its parts. */
export const stubBytes = kibibyte
