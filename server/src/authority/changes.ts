/**
 * Durable log of changes of authority. Wakeups can be lost or late, so each node also polls this table once a second: a loss
 * of authority takes effect on all nodes within two seconds.
 */
import type { Logger } from 'pino'
import type { Store } from '../db/transact.ts'
import type { PubSub } from '../node/pubsub.ts'
import { changesSince } from './queries.ts'

/** Reader of the log on one node. */
export interface AuthorityTail {
  /** Publishes on this node the topics committed since the previous call. */
  read(): Promise<number>
}

interface Parts {
  readonly store: Store
  readonly pubsub: Pick<PubSub, 'publish'>
  readonly log: Pick<Logger, 'warn'>
}

export function createAuthorityTail({ store, pubsub, log }: Parts): AuthorityTail {
  /** All transactions below it had ended at the previous call. */
  let horizon: string | undefined
  let published = new Set<string>()
  return {
    read: async () => {
      // Logged, not thrown: a failing worker would back off, and this one must poll every second.
      const found = await store
        .autocommit(({ run }) => run(changesSince(horizon)))
        .catch((error: unknown) => {
          log.warn({ error: String(error) }, 'reading authority changes failed')
        })
      const changes = found?.flatMap(({ changes: listed }) => listed ?? []) ?? []
      horizon = found?.[0]?.horizon ?? horizon
      const fresh = changes.filter((change) => !published.has(change))
      if (found !== undefined) published = new Set(changes)
      pubsub.publish(new Set(fresh.map(topicOf)))
      return fresh.length
    },
  }
}

function topicOf(change: string): string {
  return change.slice(change.indexOf(' ') + 1)
}
