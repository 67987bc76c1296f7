import type { ActivityLine } from 'souk-contract'
import { useSearchParams } from 'react-router'
import { api, useRead } from '../../../api.ts'
import { formatMoney } from '../../../lib/format/format-money.ts'
import { formatDateTime } from '../../../lib/format/format-time.ts'
import { activityText } from '../../../messages/activity-text.ts'
import { say } from '../../../messages/en/money.ts'
import { useSession } from '../../../session.ts'
import { QueryContent } from '../../../ui/page/query-content.tsx'
import { payoutStatusLabels } from '../payouts/payout-history.tsx'
import { NoReceipt, ReceiptSheet } from './receipt-sheet.tsx'
import { useActivityAt } from '../activity/use-activity-at.ts'

/** Receipt of a top-up, a charge of the saved card, a refund or a payout. */
export function PaymentReceipt({ reference }: { reference: string }) {
  const [search] = useSearchParams()
  const at = search.get('at') ?? ''
  const query = useActivityAt(at)
  return (
    <QueryContent query={query}>
      {({ items }) => (
        <Receipt
          reference={reference}
          lines={items.filter((line) => line.reference === reference && (at === '' || line.at === at))}
        />
      )}
    </QueryContent>
  )
}

function Receipt({ reference, lines }: { reference: string; lines: readonly ActivityLine[] }) {
  const session = useSession()
  const [line] = lines
  const net = lines.reduce((sum, { amount }) => sum + amount, 0)
  if (line === undefined || net === 0 || session.state !== 'person') return <NoReceipt />
  const amount = formatMoney({ amount: Math.abs(net), currency: line.currency })
  return (
    <ReceiptSheet
      title={activityText(line)}
      facts={
        <>
          <dt>{say('wallet')}</dt>
          <dd dir="auto">{walletOf(session.agent)}</dd>
          <dt>{say('date')}</dt>
          <dd>{formatDateTime(line.at)}</dd>
          <dt>{net > 0 ? say('paidBy') : say('paidTo')}</dt>
          <dd>{net > 0 ? say('cardThroughProcessor') : say('accountThroughProcessor')}</dd>
          {reference.startsWith('pout_') ? <PayoutStatus payoutId={reference} /> : null}
          <dt>{say('reference')}</dt>
          <dd>{reference}</dd>
        </>
      }
      amounts={[[net > 0 ? say('received') : say('paidTotal'), amount]]}
    />
  )
}

function walletOf(agent: { readonly displayName: string; readonly name: string } | undefined): string {
  return agent === undefined ? '–' : `${agent.displayName} (@${agent.name})`
}

/** A payout can still fail or be returned after it was booked. */
function PayoutStatus({ payoutId }: { payoutId: string }) {
  const { data } = useRead(api.payouts.getPayout, { payoutId })
  if (data === undefined) return null
  const { status, settled, amount } = data.payout
  return (
    <>
      <dt>{say('payoutStatus')}</dt>
      <dd>{payoutStatusLabels[status]}</dd>
      {settled === null || settled.currency === amount.currency ? null : (
        <>
          <dt>{say('arrived')}</dt>
          <dd>{formatMoney(settled)}</dd>
        </>
      )}
    </>
  )
}
