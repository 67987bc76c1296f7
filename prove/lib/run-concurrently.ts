/** Enough to keep the database busy while this process thinks, and the other way round. */
const lanesMax = 3

/** Does jobs 0 to count - 1, some at once; after the first that fails no more are begun. */
export async function sideBySide(
  count: number,
  job: (index: number, lane: number) => Promise<void>,
  lanes = lanesMax,
): Promise<void> {
  let next = 0
  const failures: unknown[] = []
  const work = async (lane: number): Promise<void> => {
    while (next < count && failures.length === 0) {
      const index = next++
      await job(index, lane).catch((error: unknown) => failures.push(error))
    }
  }
  await Promise.all(Array.from({ length: Math.min(lanes, count) }, (_, lane) => work(lane)))
  if (failures.length > 0) throw failures[0]
}
