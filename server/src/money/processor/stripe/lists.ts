import { completed } from './outcomes.ts'

const itemsMax = 1000

/** First match among the newest items; searched objects are at most hours old. */
export async function findFirst<T>(
  list: AsyncIterable<T>,
  matches: (item: T) => boolean,
): Promise<T | undefined> {
  return completed(async () => {
    let examined = 0
    for await (const item of list) {
      if (matches(item)) return item
      if (++examined === itemsMax) return undefined
    }
    return undefined
  })
}
