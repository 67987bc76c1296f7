import type { Contract } from 'souk-contract'
import { enforceGate } from '../../approvals/enforcement/enforce-gate.ts'
import { fail } from '../../failure.ts'
import type { Operation } from '../../operation.ts'
import { saveBrief } from '../store/brief-queries.ts'
import { fillListing } from '../../resources/listings/fill-listing.ts'
import { lockListing } from '../../resources/listings/queries.ts'
import { requireUnrestricted } from '../../money/payments/wallet-restrictions.ts'
import { walletOf } from '../../money/payments/wallet.ts'
import { requireAcceptsWork } from '../../standing/require-accepts-work.ts'
import { lockAsParty } from './access.ts'
import { commitStep } from '../store/commit-step.ts'
import { noteOf } from '../wire/messages.ts'
import { originOf } from '../wire/message-provenance.ts'
import { priceOf } from '../lifecycle/funds.ts'
import type { TaskRow } from '../lifecycle/task-row.ts'
import { findListingOf } from '../store/queries.ts'
import { requireTransition, requireVersion } from '../lifecycle/task-state.ts'
import { showChanged } from '../wire/view-task.ts'

/** Awards an application: freezes the terms, holds the funds and fills the listing, all in one transaction. */
export const awardTask: Operation<Contract['tasks']['awardTask']> = async (tx, caller, input) => {
  // Lock order: a listing before its applications, which prevents deadlocks.
  const listingId = await findListingOf(tx, input.taskId)
  const listing = listingId === undefined ? undefined : await lockListing(tx, listingId)
  const { task, side } = await lockAsParty(tx, caller, input)
  requireVersion(task, input.expectedVersion)
  const transition = requireTransition(task, 'award', side, tx.now)
  requireFeasible(task, tx.now)
  await requireAcceptsWork(tx, task.provider_id)
  const amount = priceOf(task)
  const wallet = walletOf(tx, caller)
  if (amount > 0n) await requireUnrestricted(tx, wallet)
  await enforceGate(tx, caller, {
    action: 'award',
    amount: { amount, currency: task.currency },
    counterparty: task.provider_id,
    taskId: task.id,
  })
  const note = { message: input.message, side, origin: await originOf(tx, caller) }
  const awarded = await commitStep(tx, caller, task, transition, {
    message: noteOf(tx, note, task),
    category: listing?.category ?? null,
  })
  if (listing !== undefined) await saveBrief(tx, task.id, listing)
  if (listingId !== undefined) await fillListing(tx, listingId, task.id)
  return showChanged(tx, caller, { ...task, ...awarded })
}

/** A delivery date that passed before the award cannot be met. */
function requireFeasible({ terms }: TaskRow, now: Date): void {
  if (terms.deliverBy === undefined || Date.parse(terms.deliverBy) > now.getTime()) return
  fail('conflict', '"deliverBy" of this application has passed.', 'Ask the applicant to apply again.')
}
