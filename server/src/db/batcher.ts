import { sqlState } from './sql-state.ts'

export interface BatchOptions<Call, Result> {
  readonly maxInFlight: number
  /** A batch starts beside the running one only after this time: larger batches cost less per call. */
  readonly overlapMs: number
  /** Picks the calls of the next batch and their order; the rest stays queued. */
  readonly pick: <Queued extends { readonly call: Call }>(
    queue: readonly Queued[],
  ) => { readonly batch: readonly Queued[]; readonly rest: Queued[] }
  /** Runs a batch. Returns one result per call, in the order of the calls. */
  readonly run: (calls: readonly Call[]) => Promise<readonly (Result | undefined)[]>
}

interface QueuedCall<Call, Result> {
  readonly call: Call
  readonly resolve: (result: Result | undefined) => void
  readonly reject: (error: unknown) => void
}

/** Queues calls while batches are in flight and runs the queue as the next batch, which can consist of a single call. */
export function createBatcher<Call, Result>(
  options: BatchOptions<Call, Result>,
): (call: Call) => Promise<Result | undefined> {
  let queue: QueuedCall<Call, Result>[] = []
  let inFlight = 0
  /** Ends when the latest batch has finished or has taken `overlapMs`, for example because it waits for a lock. */
  let gathering: NodeJS.Timeout | undefined

  function flush(): void {
    if (gathering !== undefined || inFlight === options.maxInFlight || queue.length === 0) return
    const { batch, rest } = options.pick(queue)
    queue = rest
    inFlight++
    const started = setTimeout(() => endGathering(started), options.overlapMs)
    gathering = started
    void runBatch(batch, options).finally(() => {
      inFlight--
      endGathering(started)
    })
  }

  function endGathering(started: NodeJS.Timeout): void {
    clearTimeout(started)
    if (gathering === started) gathering = undefined
    flush()
  }

  // Replies leave in bursts, so calls arrive in bursts too. Deferring the flush to the next turn of the event loop reads the
  // complete burst from its sockets first; otherwise its first call would run alone and the others would wait for it.
  return (call) =>
    new Promise((resolve, reject) => {
      if (queue.length === 0) setImmediate(flush)
      queue.push({ call, resolve, reject })
    })
}

async function runBatch<Call, Result>(
  batch: readonly QueuedCall<Call, Result>[],
  options: BatchOptions<Call, Result>,
): Promise<void> {
  try {
    const results = await options.run(batch.map(({ call }) => call))
    for (const [index, { resolve }] of batch.entries()) resolve(results[index])
  } catch (error) {
    // PostgreSQL rolled the statement back, so each call is retried alone and fails only if it causes the error itself.
    // After a lost connection the statement may have committed, so nothing is retried.
    if (batch.length > 1 && sqlState(error) !== undefined) {
      await Promise.all(batch.map((queued) => runBatch([queued], options)))
    } else for (const { reject } of batch) reject(error)
  }
}
