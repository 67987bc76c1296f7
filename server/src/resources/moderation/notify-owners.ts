import type { Tx } from '../../db/transact.ts'
import { enqueueMail } from '../../mails/enqueue-mail.ts'
import { ownersOf, type DecisionRow } from './decision-queries.ts'
import type { CaseRow } from './queries.ts'

/** Tells the affected owners a decision with its reasons, by mail, and the people of the agent by a notification. */
export async function notifyOwners(
  tx: Tx,
  { agent_id: agentId }: CaseRow,
  { id, outcome, target, target_id: targetId, until, reason }: DecisionRow,
): Promise<void> {
  for (const { email } of await ownersOf(tx, target, { targetId, agentId })) {
    await enqueueMail(tx, {
      kind: 'moderation-decision',
      to: email,
      facts: { outcome, reason, until: until?.toISOString() ?? '', decision: id, href: '/settings' },
    })
  }
  if (agentId === null || (target !== 'agent' && target !== 'content')) return
  tx.emit({ kind: 'moderation.decided', agentId, subject: id, data: { decisionId: id, outcome } })
}
