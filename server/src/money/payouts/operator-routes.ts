import type { AdminContract } from 'souk-contract'
import { read, write, type Handlers } from '../../operation.ts'
import { pageOf } from '../../paging.ts'
import { payoutsOfAll } from './refused-queries.ts'
import { takePayoutAction } from './take-payout-action.ts'
import { viewPayoutForOperator } from './view.ts'

export const payoutDesk: Handlers<AdminContract['payouts']> = {
  listMarketPayouts: read(async (reader, _caller, { state, agentId, page }) => {
    const rows = await payoutsOfAll(reader, { state, agentId, page })
    return pageOf(rows, page, viewPayoutForOperator, ({ rank, id }) => [rank, id])
  }),
  takePayoutAction: write(takePayoutAction),
}
