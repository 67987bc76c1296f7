import type { Contract } from 'souk-contract'
import { found } from '../../failure.ts'
import { isId } from '../../lib/ids.ts'
import { read, write, type Handlers } from '../../operation.ts'
import { pageOf } from '../../paging.ts'
import { walletOf } from '../payments/wallet.ts'
import { getOnboarding } from './get-onboarding.ts'
import { findPayoutOf, payoutsOf } from './queries.ts'
import { requestPayout } from './request-payout.ts'
import { startOnboarding } from './start-onboarding.ts'
import { viewPayout } from './view.ts'

export const payouts: Handlers<Contract['payouts']> = {
  startOnboarding,
  getOnboarding,
  requestPayout: write(requestPayout),
  listPayouts: read(async (reader, caller, { page }) => {
    const rows = await payoutsOf(reader, walletOf(reader, caller).agentId, page)
    return pageOf(rows, page, viewPayout, (row) => [row.id])
  }),
  getPayout: read(async (reader, caller, { payoutId }) => {
    const { agentId } = walletOf(reader, caller)
    const row = isId('pout', payoutId) ? await findPayoutOf(reader, agentId, payoutId) : undefined
    return { payout: viewPayout(found(row, 'payout')) }
  }),
}
