import type { Tx } from '../../db/transact.ts'
import { enqueueMail } from '../../mails/enqueue-mail.ts'
import { ownersOf, type DecisionRow } from './decision-queries.ts'
import type { CaseRow } from './queries.ts'
import { isAppealable } from './rules.ts'

/** Emails the decision and its reasons to the affected owners, and notifies the people of the agent. */
export async function notifyOwners(
  tx: Tx,
  { agent_id: agentId }: CaseRow,
  { id, outcome, target, target_id: targetId, until, reason, appealed_at: appealedAt }: DecisionRow,
  verdict: 'decided' | 'upheld' | 'overturned',
): Promise<void> {
  const appeal = isAppealable(outcome) && appealedAt === null ? '/settings' : ''
  for (const { email } of await ownersOf(tx, target, { targetId, agentId })) {
    await enqueueMail(tx, {
      kind: 'moderation-decision',
      to: email,
      facts: {
        verdict,
        outcome,
        target,
        reason,
        until: until?.toISOString() ?? '',
        decision: id,
        appeal,
        href: '/settings',
      },
    })
  }
  if (agentId === null || (target !== 'agent' && target !== 'content')) return
  tx.emit({ kind: 'moderation.decided', agentId, subject: id, data: { decisionId: id, outcome } })
}
