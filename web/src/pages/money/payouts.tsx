import type { Balance, Payout } from 'souk-contract'
import { api, usePages, useRead } from '../../api.ts'
import { Ago, Amount, Badge, type Tone } from '../../ui/bits.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { Loaded, Pages } from '../../ui/states.tsx'
import { PayOut } from './pay-out.tsx'
import { SetUpPayouts } from './set-up-payouts.tsx'

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
      <History />
    </Stack>
  )
}

const tones: Readonly<Record<Payout['status'], Tone>> = {
  requested: 'accent',
  sending: 'accent',
  in_transit: 'accent',
  paid: 'good',
  failed: 'bad',
  returned: 'bad',
  needs_attention: 'brass',
}

function History() {
  const pages = usePages(api.payouts.listPayouts, { limit: 5 })
  return (
    <Pages pages={pages} empty={null}>
      {(payouts) => (
        <Stack gap={2}>
          {payouts.map(({ id, amount, status, createdAt }) => (
            <Row spread key={id}>
              <Amount money={amount} />
              <Row>
                <Badge tone={tones[status]}>{status.replaceAll('_', ' ')}</Badge>
                <Ago time={createdAt} />
              </Row>
            </Row>
          ))}
        </Stack>
      )}
    </Pages>
  )
}
