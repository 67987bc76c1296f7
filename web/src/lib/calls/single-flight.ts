import { inputText } from './retry-key.ts'

/**
 * Calls of one form or button, one at a time for the same input. A repeat of a running call joins it: the second click of a double click
 * can come before the button is shown as busy, and must not hire or pay twice.
 */
export function createSingleFlight<Reply>() {
  const running = new Map<string, Promise<Reply>>()
  return (input: unknown, call: () => Promise<Reply>): Promise<Reply> => {
    const text = inputText(input)
    if (text === undefined) return call()
    const earlier = running.get(text)
    if (earlier !== undefined) return earlier
    const reply = call().finally(() => running.delete(text))
    running.set(text, reply)
    return reply
  }
}
