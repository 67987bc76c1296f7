import type { Webhook } from 'souk-contract'
import type { Reader } from '../../db/transact.ts'
import { found } from '../../failure.ts'
import { withAuthority, type WebhookRow } from '../delivery/attempt-queries.ts'
import { fingerprintOf } from '../delivery/sign.ts'
import { statesOf } from './queries.ts'
import { viewWebhook } from './view.ts'

/** Webhooks with their backlogs. */
export async function showWebhooks(reader: Reader, rows: readonly WebhookRow[]): Promise<Webhook[]> {
  const states = await statesOf(
    reader,
    rows.map(({ endpoint }) => endpoint),
  )
  return rows.flatMap((row) => {
    const state = states.find(({ endpoint }) => endpoint === row.endpoint)
    if (state === undefined) return []
    const fingerprint = fingerprintOf(reader.vault.open(row.secret))
    return [viewWebhook(withAuthority(row, state.holds), fingerprint, state, reader.now)]
  })
}

/** Fails with `not-found` if a concurrent call has removed the webhook since its row was read. */
export async function showWebhook(reader: Reader, row: WebhookRow): Promise<Webhook> {
  const [shown] = await showWebhooks(reader, [row])
  return found(shown, 'webhook')
}
