import type { Webhook } from 'souk-contract'
import type { Reader } from '../../db/transact.ts'
import { withEffectiveStatus, type WebhookRow } from '../delivery/attempt-queries.ts'
import { fingerprintOf } from '../delivery/sign.ts'
import { backlogOf } from './queries.ts'
import { viewWebhook } from './view.ts'

/** A webhook with its backlog. */
export async function showWebhook(reader: Reader, row: WebhookRow): Promise<Webhook> {
  const backlog = await backlogOf(reader, row.agent_id)
  return viewWebhook(
    await withEffectiveStatus(reader, row),
    fingerprintOf(reader.vault.open(row.secret)),
    backlog,
    reader.now,
  )
}
