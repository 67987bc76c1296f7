import { answered } from './outcomes.ts'

const looksMax = 1000

/** The first match among the newest; what we look for was made hours ago at most. */
export async function findFirst<T>(
  list: AsyncIterable<T>,
  matches: (item: T) => boolean,
): Promise<T | undefined> {
  return answered(async () => {
    let looks = 0
    for await (const item of list) {
      if (matches(item)) return item
      if (++looks === looksMax) return undefined
    }
    return undefined
  })
}
