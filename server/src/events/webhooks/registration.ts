/** Columns of a webhook that follow from its URL and secret. */
import type { EventKindName } from 'souk-contract'
import type { Tx } from '../../db/transact.ts'
import { after } from '../../lib/clock.ts'
import type { WebhookRow } from '../delivery/attempt-queries.ts'
import { healthy } from '../delivery/health.ts'
import { rotationMs } from './rules.ts'

interface Address {
  readonly url: string
  readonly secret: string
}

export interface Registration {
  /** The webhook that is replaced. */
  readonly before?: WebhookRow | undefined
  readonly main: boolean
  readonly host: string
  readonly input: Address & { readonly events?: readonly EventKindName[] }
}

/** A changed secret at the same URL starts a rotation; a changed URL starts without a history. */
export function addressed(tx: Tx, before: WebhookRow | undefined, { url, secret }: Address) {
  return {
    url,
    secret: tx.vault.seal(secret),
    ...previousSecret(tx, before, { url, secret }),
    ...(before?.url === url ? historyOf(before) : emptyHistory),
  }
}

export const enabled = { status: 'active', disabled_reason: null, ...healthy } as const

function previousSecret(tx: Tx, before: WebhookRow | undefined, { url, secret }: Address) {
  if (before?.url !== url) return { previous_secret: null, previous_secret_until: null }
  const { previous_secret, previous_secret_until } = before
  if (tx.vault.open(before.secret) === secret) return { previous_secret, previous_secret_until }
  return { previous_secret: before.secret, previous_secret_until: after(tx.now, rotationMs) }
}

const emptyHistory = {
  verified_at: null,
  attempts: 0n,
  last_attempt_at: null,
  last_success_at: null,
  last_error: null,
}

/** The history of a URL is kept when it is registered again. */
function historyOf(before: WebhookRow) {
  const { verified_at, attempts, last_attempt_at, last_success_at, last_error } = before
  return { verified_at, attempts, last_attempt_at, last_success_at, last_error }
}
