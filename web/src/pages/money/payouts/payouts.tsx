import type { Balance } from 'souk-contract'
import { api, useRead } from '../../../api.ts'
import { Stack } from '../../../ui/page/layout.tsx'
import { QueryContent } from '../../../ui/page/query-content.tsx'
import { PayoutForm } from './payout-form.tsx'
import { PayoutHistory } from './payout-history.tsx'
import { PayoutSetup } from './payout-setup.tsx'

/** Payout setup, or the payout form once setup is complete, and recent payouts. */
export function Payouts({ balance }: { balance: Balance }) {
  const query = useRead(api.payouts.getOnboarding, {})
  return (
    <Stack>
      <QueryContent query={query} lines={2}>
        {({ onboarding }) =>
          onboarding.status === 'active' ? (
            <PayoutForm key={balance.cleared} balance={balance} />
          ) : (
            <PayoutSetup onboarding={onboarding} />
          )
        }
      </QueryContent>
      <PayoutHistory />
    </Stack>
  )
}
