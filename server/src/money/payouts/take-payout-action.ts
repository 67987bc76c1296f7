import type { AdminContract, OperatorPayoutAction, PayoutAction } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { fail, found, notFound } from '../../failure.ts'
import { isId } from '../../lib/ids.ts'
import type { Operation } from '../../operation.ts'
import { requireNoInterest } from '../desk/access.ts'
import { actOnPayout, allowedHint } from './act-on-payout.ts'
import { lockPayout, updatePayout } from './queries.ts'
import { operatorActionsOf } from './rules.ts'
import { viewPayoutForOperator } from './view.ts'

export const takePayoutAction: Operation<AdminContract['payouts']['takePayoutAction']> = async (
  tx,
  caller,
  { payoutId: id, action, reason },
) => {
  if (!isId('pout', id)) return notFound('payout')
  const payout = found(await lockPayout(tx, id), 'payout')
  await requireNoInterest(tx, caller, [payout.agent_id])
  if (!isHoldAction(action))
    return { payout: viewPayoutForOperator(await actOnPayout(tx, caller, { id, action })) }
  const allowed = operatorActionsOf(payout)
  if (!allowed.includes(action)) {
    fail('conflict', `This payout does not allow "${action}".`, allowedHint(allowed))
  }
  if (action === 'hold' && reason === undefined) {
    fail('bad-request', '"reason" is required with hold.', 'Send a reason, which operators read.')
  }
  const details = { before: payout.hold_reason, after: reason ?? null }
  await record(tx, caller, {
    action: action === 'hold' ? 'payout.held' : 'payout.released',
    target: id,
    details,
  })
  const changed = await updatePayout(tx, id, { hold_reason: action === 'hold' ? (reason ?? null) : null })
  return { payout: viewPayoutForOperator(changed) }
}

function isHoldAction(action: OperatorPayoutAction): action is Exclude<OperatorPayoutAction, PayoutAction> {
  return action === 'hold' || action === 'release'
}
