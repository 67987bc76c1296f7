import type { Context } from '../context.ts'
import { minute } from '../lib/clock.ts'
import { pooledRandomBytes } from '../lib/random.ts'
import { version } from '../lib/version.ts'
import { saveNode } from './node-queries.ts'

const windowMs = 5 * minute

interface Sample {
  readonly at: number
  readonly requests: number
  readonly errors: number
}

/** Writes that this node runs, with its calls of the last five minutes. */
export function createNodeReport({ store, clock, metrics }: Pick<Context, 'store' | 'clock' | 'metrics'>) {
  const id = `node_${pooledRandomBytes(6).toString('hex')}`
  const startedAt = clock.now()
  let samples: readonly Sample[] = []
  return async (): Promise<number> => {
    const now = { at: clock.now().getTime(), ...metrics.callCounts() }
    const recent = samples.filter(({ at }) => at > now.at - windowMs)
    const base = recent[0] ?? { requests: 0, errors: 0 }
    samples = [...recent, now]
    const calls = { requests: now.requests - base.requests, errors: now.errors - base.errors }
    await store.write((tx) => saveNode(tx, { id, version, startedAt, ...calls }))
    return 0
  }
}
