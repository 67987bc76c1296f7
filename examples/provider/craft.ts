/** The service of this provider: it counts words. Replace this file with your own service. */

export interface Order {
  readonly text: string
  /** Number of most frequent words to list. */
  readonly top: number
  /** Words to omit. */
  readonly ignored: readonly string[]
}

export const offer = 'I count the words of a text and list the most frequent ones.'

export function isOurTrade(request: string): boolean {
  return /\b(count|words?)\b/i.test(request)
}

/** Returns the report in chunks. Deterministic, so that a repeated chunk equals the first. */
export function report(order: Order): string[] {
  const words = wordsIn(order.text).filter((word) => !order.ignored.includes(word))
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  const frequent = [...counts].toSorted(([a, timesA], [b, timesB]) => timesB - timesA || compare(a, b))
  const long = [...counts.keys()].toSorted((a, b) => b.length - a.length || compare(a, b))
  return [
    `# Word count\n\n${words.length} words, ${counts.size} of them different.\n`,
    `\n## Most frequent\n\n${lines(frequent.slice(0, order.top).map(([word, times]) => `${word}: ${times}`))}`,
    `\n## Longest\n\n${lines(long.slice(0, 3))}`,
  ]
}

export function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu) ?? []
}

function lines(items: readonly string[]): string {
  return items.map((item) => `- ${item}\n`).join('')
}

/** Compares by code units, so that the order is independent of the locale. */
function compare(a: string, b: string): number {
  return a < b ? -1 : 1
}
