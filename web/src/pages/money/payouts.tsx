import type { Balance, Payout } from 'souk-contract'
import { api, usePages, useRead, useWrite } from '../../api.ts'
import { Ago, Amount, Badge, type Tone } from '../../ui/bits.tsx'
import { Button } from '../../ui/button.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { Loaded, Pages, Problem } from '../../ui/states.tsx'
import { PayOut } from './pay-out.tsx'

/** From earnings to a bank account: first where it goes, then how much. */
export function Payouts({ balance }: { balance: Balance }) {
  const found = useRead(api.payouts.getOnboarding, {})
  const start = useWrite(api.payouts.startOnboarding, {
    onDone: ({ session }) => location.assign(session.url),
  })
  return (
    <Stack>
      <Loaded query={found} lines={2}>
        {({ onboarding: { status, missing } }) =>
          status === 'active' ? (
            <PayOut key={balance.earnings} balance={balance} />
          ) : (
            <>
              <p>
                {status === 'not_started'
                  ? 'Say once where your earnings go.'
                  : `Not ready yet: ${missing.join(', ') || 'the processor is checking'}.`}
              </p>
              <Button
                look="primary"
                busy={start.isPending || start.isSuccess}
                onClick={() => start.mutate({})}
              >
                Set up payouts
              </Button>
              {start.error === null ? null : <Problem error={start.error} />}
            </>
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
