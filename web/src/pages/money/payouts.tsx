import type { Balance } from 'souk-contract'
import { api, useRead } from '../../api.ts'
import { Stack } from '../../ui/layout.tsx'
import { Loaded } from '../../ui/states.tsx'
import { PayOut } from './payout-form.tsx'
import { PayoutHistory } from './payout-history.tsx'
import { SetUpPayouts } from './payout-setup.tsx'

/** From earnings to a bank account: first where it goes, then how much. */
export function Payouts({ balance }: { balance: Balance }) {
  const found = useRead(api.payouts.getOnboarding, {})
  return (
    <Stack>
      <Loaded query={found} lines={2}>
        {({ onboarding }) =>
          onboarding.status === 'active' ? (
            <PayOut key={balance.earnings} balance={balance} />
          ) : (
            <SetUpPayouts onboarding={onboarding} />
          )
        }
      </Loaded>
      <PayoutHistory />
    </Stack>
  )
}
