import { sqlState } from './transact.ts'

/** How what many ask for is done for all of them at once. */
export interface Manner<Asked, Done> {
  /** So many pieces are under way at once: the next is made while the database is busy with the last. */
  readonly atOnce: number
  /** Who shares the next piece, in which order, and who waits for a later one. */
  readonly choose: <One extends { readonly asked: Asked }>(
    waiting: readonly One[],
  ) => { readonly together: readonly One[]; readonly later: One[] }
  /** Answers each in the place in which it asked. */
  readonly carryOut: (asked: readonly Asked[]) => Promise<readonly (Done | undefined)[]>
}

interface Waiting<Asked, Done> {
  readonly asked: Asked
  readonly resolve: (done: Done | undefined) => void
  readonly reject: (error: unknown) => void
}

/** While a piece is under way, whoever comes waits for the next; who comes alone waits for nobody. */
export function createGathering<Asked, Done>(
  manner: Manner<Asked, Done>,
): (asked: Asked) => Promise<Done | undefined> {
  let queue: Waiting<Asked, Done>[] = []
  let underWay = 0

  function send(): void {
    while (underWay < manner.atOnce && queue.length > 0) {
      const { together, later } = manner.choose(queue)
      queue = later
      underWay++
      void carryOut(together, manner).finally(() => {
        underWay--
        send()
      })
    }
  }

  // Calls arrive in bursts, because answers do: the first of a burst waits until the last has been read from its socket,
  // else it would be on its way alone, and all others after it.
  return (asked) =>
    new Promise((resolve, reject) => {
      if (queue.length === 0) setImmediate(send)
      queue.push({ asked, resolve, reject })
    })
}

async function carryOut<Asked, Done>(
  batch: readonly Waiting<Asked, Done>[],
  manner: Manner<Asked, Done>,
): Promise<void> {
  try {
    const done = await manner.carryOut(batch.map(({ asked }) => asked))
    for (const [place, { resolve }] of batch.entries()) resolve(done[place])
  } catch (error) {
    // What PostgreSQL refused it has undone: each is tried alone, so that nobody fails for another's sake. After a broken
    // connection nobody knows, and nothing is repeated.
    if (batch.length > 1 && sqlState(error) !== undefined) {
      await Promise.all(batch.map((one) => carryOut([one], manner)))
    } else for (const { reject } of batch) reject(error)
  }
}
