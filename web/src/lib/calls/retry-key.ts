import { isSoukError } from 'souk-sdk'

/**
 * Idempotency keys of one form or button. A person who repeats a call that had no answer sends the same key again,
 * so that a lost response cannot make them hire or pay twice. After an answer, the same input is a new call.
 */
export function createRetryKey() {
  let unanswered: { readonly input: string | undefined; readonly key: string } | undefined
  return async <Reply>(input: unknown, call: (key: string) => Promise<Reply>): Promise<Reply> => {
    const text = inputText(input)
    const earlier = text !== undefined && unanswered?.input === text ? unanswered : undefined
    const attempt = earlier ?? { input: text, key: crypto.randomUUID() }
    unanswered = undefined
    try {
      return await call(attempt.key)
    } catch (error) {
      if (mayHaveRun(error)) unanswered = attempt
      throw error
    }
  }
}

/** Text by which inputs are compared. Files are not comparable, and two of the same name can differ. */
export function inputText(input: unknown): string | undefined {
  return hasFile(input) ? undefined : JSON.stringify([input])
}

function hasFile(input: unknown): boolean {
  return [input, ...(input === null || typeof input !== 'object' ? [] : Object.values(input))].some(
    (value) => value instanceof Blob,
  )
}

/** Without a response, after a fault and while the first call still runs, the change may be made nevertheless. */
function mayHaveRun(error: unknown): boolean {
  if (!isSoukError(error)) return false
  return error.status === 0 || error.status >= 500 || error.retryAfter !== undefined
}
