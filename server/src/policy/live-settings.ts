/** The only place where the stored policy replaces values of the environment on this node. */
import type { Logger } from 'pino'
import type { Policy } from 'souk-contract'
import type { Settings } from '../config/config.ts'
import type { Store } from '../db/transact.ts'
import { findStoredPolicy } from './queries.ts'

export interface PolicyWatch {
  /** Reads the stored policy. Called once a second, and when a change is published. */
  read(): Promise<number>
  readonly initial: Policy
}

/** Settings whose getters return the policy that was read last. Spreading them copies the current values. */
export function createLiveSettings(base: Settings): {
  settings: Settings
  apply: (stored: Partial<Policy>) => void
} {
  const { feeBps, minPrice, openTasksMax, mailsPerDay, fileBytesMax, invitationsPerDay } = base
  const initial: Policy = {
    ...base.policy,
    feeBps,
    minPrice,
    openTasksMax,
    mailsPerDay,
    fileBytesMax,
    invitationsPerDay: invitationsPerDay.verified,
  }
  let current = initial
  const live = (get: () => unknown) => ({ get, enumerable: true })
  const settings: Settings = Object.defineProperties(
    { ...base },
    {
      policy: live(() => current),
      feeBps: live(() => current.feeBps),
      minPrice: live(() => current.minPrice),
      openTasksMax: live(() => current.openTasksMax),
      mailsPerDay: live(() => current.mailsPerDay),
      fileBytesMax: live(() => current.fileBytesMax),
      invitationsPerDay: live(() => ({
        verified: current.invitationsPerDay,
        unverified: Math.min(invitationsPerDay.unverified, current.invitationsPerDay),
      })),
    },
  )
  return {
    settings,
    apply: (stored) => {
      current = { ...initial, ...stored }
    },
  }
}

interface Parts {
  readonly store: Store
  readonly initial: Policy
  readonly apply: (stored: Partial<Policy>) => void
  readonly log: Pick<Logger, 'warn'>
}

export function createPolicyWatch({ store, initial, apply, log }: Parts): PolicyWatch {
  let version = 0
  return {
    initial,
    read: async () => {
      // Logged, not thrown: a failing worker would back off, and this one must poll every second.
      const stored = await store.read(findStoredPolicy).catch((error: unknown) => {
        log.warn({ error: String(error) }, 'reading the policy failed')
      })
      // Two reads may finish in the other order.
      if (stored === undefined || stored.version <= version) return 0
      version = stored.version
      apply(stored.settings)
      return 1
    },
  }
}
