import type { Payout, PayoutAction } from 'souk-contract'
import { formatMoney } from '../../../lib/format/format-money.ts'
import { api, usePages, useWrite } from '../../../api.ts'
import { Amount } from '../../../ui/data/amount.tsx'
import { Badge, type Tone } from '../../../ui/data/badge.tsx'
import { ConfirmButton } from '../../../ui/actions/confirm.tsx'
import { Row, Stack } from '../../../ui/page/layout.tsx'
import { PagedList } from '../../../ui/lists/paged-list.tsx'
import { RelativeTime } from '../../../ui/data/relative-time.tsx'
import { say } from '../../../messages/en/money.ts'

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

export const payoutStatusLabels: Readonly<Record<Payout['status'], string>> = {
  requested: say('requested'),
  sending: say('sending'),
  in_transit: say('inTransit'),
  paid: say('paid'),
  failed: say('failed'),
  returned: say('returned'),
  canceled: say('canceled'),
  needs_attention: say('needsAttention'),
}

/** Recent payouts with the reason of a failure and the actions it allows. */
export function PayoutHistory() {
  const pages = usePages(api.payouts.listPayouts, { limit: 5 })
  return (
    <PagedList pages={pages} empty={null}>
      {(payouts) => (
        <Stack gap={2}>
          {payouts.map((payout) => (
            <PayoutEntry key={payout.id} payout={payout} />
          ))}
        </Stack>
      )}
    </PagedList>
  )
}

function PayoutEntry({ payout }: { payout: Payout }) {
  const { amount, settled, status, failureMessage, actions, createdAt } = payout
  return (
    <Stack gap={1}>
      <Row spread>
        <Row>
          <Amount money={amount} />
          {settled === null || settled.currency === amount.currency ? null : (
            <span>{say.rich('arrivesAs', { amount: <Amount money={settled} /> })}</span>
          )}
        </Row>
        <Row>
          <Badge tone={tones[status]}>{payoutStatusLabels[status]}</Badge>
          <RelativeTime time={createdAt} />
        </Row>
      </Row>
      {failureMessage === null ? null : <p>{failureMessage}</p>}
      {actions.length === 0 ? null : (
        <Row>
          {actions.map((action) => (
            <PayoutActionButton key={action} payout={payout} action={action} />
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

const actionTexts: Readonly<Record<PayoutAction, { label: string; question: string; consequence: string }>> =
  {
    retry: {
      label: say('retryPayout'),
      question: say('retryThisPayout'),
      consequence: say('retryConsequence'),
    },
    cancel: {
      label: say('cancelPayout'),
      question: say('cancelThisPayout'),
      consequence: say('cancelConsequence'),
    },
    'pay-back': {
      label: say('returnToEarnings'),
      question: say('returnThisPayout'),
      consequence: say('returnConsequence'),
    },
  }

function PayoutActionButton({ payout: { id, amount }, action }: { payout: Payout; action: PayoutAction }) {
  const act = useWrite(calls[action], { invalidates: ['payments', 'payouts'] })
  const { label, question, consequence } = actionTexts[action]
  return (
    <ConfirmButton
      label={label}
      title={question}
      confirmLabel={label}
      cancelLabel={say('close')}
      busy={act.isPending}
      error={act.error}
      onConfirm={() => act.mutateAsync({ payoutId: id })}
    >
      <p>
        {say('payoutOf', { amount: formatMoney(amount) })} {consequence}
      </p>
    </ConfirmButton>
  )
}
