import type { Contract } from 'souk-contract'
import { passGate } from '../../approvals/enforcement/enforce-gate.ts'
import { fail } from '../../failure.ts'
import type { Operation } from '../../operation.ts'
import { fillListing } from '../../resources/listings/fill-listing.ts'
import { lockListing } from '../../resources/listings/queries.ts'
import { requireUnrestricted, walletOf } from '../../money/payments/wallet.ts'
import { lockAsParty } from './access.ts'
import { commitStep } from '../store/commit-step.ts'
import { noteOf } from '../wire/messages.ts'
import { originOf } from '../wire/message-provenance.ts'
import { priceOf } from '../lifecycle/money.ts'
import type { TaskRow } from '../lifecycle/task-row.ts'
import { findListingOf } from '../store/queries.ts'
import { requireRow, requireVersion } from '../lifecycle/task-state.ts'
import { showChanged } from '../wire/view-task.ts'

/** Chooses an application: the terms freeze, the funds are held and the listing is filled, or nothing happens at all. */
export const awardTask: Operation<Contract['tasks']['awardTask']> = async (tx, caller, given) => {
  // The listing is locked before its applications, here as everywhere, so that nobody waits in a circle.
  const listingId = await findListingOf(tx, given.taskId)
  if (listingId !== undefined) await lockListing(tx, listingId)
  const { task, side } = await lockAsParty(tx, caller, given)
  requireVersion(task, given.expectedVersion)
  const row = requireRow(task, 'award', side, tx.now)
  requireFeasible(task, tx.now)
  const amount = priceOf(task)
  const wallet = walletOf(tx, caller)
  if (amount > 0n) await requireUnrestricted(tx, wallet)
  await passGate(tx, caller, {
    action: 'award',
    amount: { amount, currency: task.currency },
    counterparty: task.provider_id,
    taskId: task.id,
  })
  const note = { message: given.message, side, origin: await originOf(tx, caller) }
  const awarded = await commitStep(tx, caller, task, row, { message: noteOf(tx, note, task) })
  if (listingId !== undefined) await fillListing(tx, listingId, task.id)
  return showChanged(tx, caller, { ...task, ...awarded })
}

/** Nobody is bound to deliver before they were chosen. */
function requireFeasible({ terms }: TaskRow, now: Date): void {
  if (terms.deliverBy === undefined || Date.parse(terms.deliverBy) > now.getTime()) return
  fail('conflict', 'The day of delivery in this application has passed.', 'Ask the applicant to apply again.')
}
