import type { AdminContract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { saveDraft } from '../payments/evidence/queries.ts'
import type { Operation } from '../../operation.ts'
import { operatorOf } from '../../resources/moderation/access.ts'
import { requireNoInterest } from '../desk/access.ts'
import { chargebackDetails, lockContested } from './chargeback-details.ts'

export const saveEvidence: Operation<AdminContract['chargebacks']['saveEvidence']> = async (
  tx,
  caller,
  { chargebackRef: ref, statement },
) => {
  const by = operatorOf(caller)
  const { chargeback } = await lockContested(tx, ref)
  await requireNoInterest(tx, caller, [chargeback.agent_id])
  await saveDraft(tx, {
    chargeback_ref: ref,
    book: chargeback.book,
    state: 'draft',
    statement,
    written_by: by,
    created_at: tx.now,
    updated_at: tx.now,
  })
  await record(tx, caller, { action: 'evidence.written', target: ref })
  return { chargeback: await chargebackDetails(tx, ref) }
}
