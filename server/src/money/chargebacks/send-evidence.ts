import type { AdminContract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { fail } from '../../failure.ts'
import { updateEvidence } from '../payments/evidence/queries.ts'
import type { Operation } from '../../operation.ts'
import { requireNoInterest } from '../desk/access.ts'
import { chargebackDetails, gatherFacts, lockContested } from './chargeback-details.ts'

export const sendEvidence: Operation<AdminContract['chargebacks']['sendEvidence']> = async (
  tx,
  caller,
  { chargebackRef: ref },
) => {
  const { chargeback, evidence } = await lockContested(tx, ref)
  await requireNoInterest(tx, caller, [chargeback.agent_id])
  if (evidence === undefined) fail('conflict', 'There is no evidence yet.', 'Write the statement first.')
  const facts = await gatherFacts(tx, chargeback)
  await updateEvidence(tx, ref, {
    state: 'queued',
    facts: JSON.stringify(facts),
    attempt: evidence.attempt + 1,
    failure: null,
    due_at: tx.now,
  })
  await record(tx, caller, {
    action: 'evidence.released',
    target: ref,
    details: { tasks: facts.tasks.length },
  })
  return { chargeback: await chargebackDetails(tx, ref) }
}
