import type { OperatorCaller } from '../../caller.ts'
import type { Tx } from '../../db/transact.ts'
import { fail, found, notFound } from '../../failure.ts'
import { post } from '../ledger/post.ts'
import type { Posting } from '../ledger/posting-types.ts'
import { findPosting } from '../ledger/queries.ts'
import { correct } from '../ledger/recipes.ts'
import { requireNoInterest } from './access.ts'
import type { ActionRow } from './action-queries.ts'
import { isCorrectable } from './rules.ts'

export async function executeCorrection(tx: Tx, caller: OperatorCaller, action: ActionRow): Promise<void> {
  const wrong = await findCorrectable(tx, caller, action.subject_id)
  const { replayed } = await post(tx, correct(wrong), { actor: 'operator' })
  if (replayed) fail('conflict', 'This posting is already corrected.', 'List the postings to see it.')
}

export async function findCorrectable(tx: Tx, caller: OperatorCaller, key: string): Promise<Posting> {
  const posting = found(await findPosting(tx, key), 'posting')
  const accounts = posting.transfers.flatMap(({ debit, credit }) => [debit, credit])
  if (accounts.some(({ book }) => book !== tx.settings.book)) return notFound('posting')
  await requireNoInterest(
    tx,
    caller,
    accounts.map(({ wallet }) => wallet),
  )
  if (!isCorrectable(posting.kind)) {
    fail(
      'unprocessable',
      `"posting" must be a write-off, repayment or conversion; this one is ${posting.kind}.`,
      'Refund the payment, act on the payout, or rule on the dispute instead.',
    )
  }
  if ((await findPosting(tx, correct(posting).key)) !== undefined) {
    fail('conflict', 'This posting is already corrected.', 'List the postings to see it.')
  }
  return posting
}
