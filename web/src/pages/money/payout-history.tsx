import { formatMoney, type Payout, type PayoutAction } from 'souk-contract'
import { api, usePages, useWrite } from '../../api.ts'
import { Ago, Amount, Badge, type Tone } from '../../ui/bits.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { Pages } from '../../ui/states.tsx'

const tones: Readonly<Record<Payout['status'], Tone>> = {
  requested: 'accent',
  sending: 'accent',
  in_transit: 'accent',
  paid: 'good',
  failed: 'bad',
  returned: 'bad',
  canceled: 'bad',
  needs_attention: 'brass',
}

/** Payouts with the reason of the last refusal, and what can be done about it. */
export function PayoutHistory() {
  const pages = usePages(api.payouts.listPayouts, { limit: 5 })
  return (
    <Pages pages={pages} empty={null}>
      {(payouts) => (
        <Stack gap={2}>
          {payouts.map((payout) => (
            <PayoutLine key={payout.id} payout={payout} />
          ))}
        </Stack>
      )}
    </Pages>
  )
}

function PayoutLine({ payout }: { payout: Payout }) {
  const { amount, settled, status, failureMessage, actions, createdAt } = payout
  return (
    <Stack gap={1}>
      <Row spread>
        <Row>
          <Amount money={amount} />
          {settled === null || settled.currency === amount.currency ? null : (
            <span>
              arrives as <Amount money={settled} />
            </span>
          )}
        </Row>
        <Row>
          <Badge tone={tones[status]}>{status.replaceAll('_', ' ')}</Badge>
          <Ago time={createdAt} />
        </Row>
      </Row>
      {failureMessage === null ? null : <p>{failureMessage}</p>}
      {actions.length === 0 ? null : (
        <Row>
          {actions.map((action) => (
            <ActOnPayout key={action} payout={payout} action={action} />
          ))}
        </Row>
      )}
    </Stack>
  )
}

const calls = {
  retry: api.payouts.retryPayout,
  cancel: api.payouts.cancelPayout,
  'pay-back': api.payouts.payBackPayout,
}

const words: Readonly<Record<PayoutAction, { label: string; explains: string }>> = {
  retry: { label: 'Retry', explains: 'The payout continues where it stopped. Nothing is paid twice.' },
  cancel: { label: 'Cancel', explains: 'The amount returns to your earnings.' },
  'pay-back': {
    label: 'Take back',
    explains: 'The amount is taken back from your payout account and returns to your earnings.',
  },
}

function ActOnPayout({ payout: { id, amount }, action }: { payout: Payout; action: PayoutAction }) {
  const act = useWrite(calls[action], { touches: ['payments', 'payouts'] })
  const { label, explains } = words[action]
  const money = formatMoney(amount)
  return (
    <Confirm
      label={label}
      title={`${label}: payout of ${money}?`}
      confirm={`${label} ${money}`}
      busy={act.isPending}
      error={act.error}
      onConfirm={() => act.mutateAsync({ payoutId: id })}
    >
      <p>{explains}</p>
    </Confirm>
  )
}
