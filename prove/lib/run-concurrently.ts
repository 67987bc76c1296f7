/** Enough to overlap the work of this process with that of the database. */
const lanesMax = 3

/** Runs jobs 0 to count - 1 with bounded concurrency. After the first failure no new job starts. */
export async function runConcurrently(
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
