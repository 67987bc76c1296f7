import type { Contract } from 'souk-contract'
import { read, write, type Handlers } from '../../operation.ts'
import { pageOf } from '../../paging.ts'
import { walletOf } from '../payments/wallet.ts'
import { payoutOfCaller } from './access.ts'
import { cancelPayout } from './cancel-payout.ts'
import { getOnboarding } from './get-onboarding.ts'
import { payBackPayout } from './pay-back-payout.ts'
import { payoutsOf } from './queries.ts'
import { requestPayout } from './request-payout.ts'
import { retryPayout } from './retry-payout.ts'
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
  getPayout: read(async (reader, caller, { payoutId }) => ({
    payout: viewPayout(await payoutOfCaller(reader, caller, payoutId)),
  })),
  retryPayout: write(retryPayout),
  cancelPayout: write(cancelPayout),
  payBackPayout: write(payBackPayout),
}
