import { feeOf, type Market } from 'souk-contract'
import { formatMoney } from '../../lib/format/format-money.ts'
import { formatDeadline } from '../../lib/format/format-time.ts'
import { Amount } from '../../ui/data/amount.tsx'
import { Facts } from '../../ui/data/facts.tsx'
import { Stack } from '../../ui/page/layout.tsx'
import { Link } from '../../ui/page/link.tsx'
import { say } from '../../messages/en/tasks.ts'

const timeoutOutcomes = {
  accept: say('autoAcceptedThen'),
  dispute: say('aDisputeOpens'),
  refund: say('theClientIsRefunded'),
} as const

/** The fee is that of the provider's part, which the dispute shows. */
const isDivided = ({ reason }: Market) => reason === 'ruled' || reason === 'settled'

/** Terms that both sides agreed to. */
export function Terms({ market }: { market: Market }) {
  const { terms, heldFunds, feeBps } = market
  if (terms === undefined) return <p>{say('noTermsYet')}</p>
  const { price } = terms
  return (
    <Stack gap={3}>
      <Facts
        facts={[
          [say('price'), price === undefined ? say('free') : <Amount money={price} />],
          ...(price === undefined || feeBps === undefined || isDivided(market)
            ? []
            : [[say('feePaidByProvider'), formatMoney({ ...price, amount: feeOf(price, feeBps) })] as const]),
          ...(market.reason === undefined
            ? [[say('held'), heldFunds === undefined ? '–' : <Amount money={heldFunds} />] as const]
            : []),
          [
            say('deliverBy'),
            terms.deliverBy === undefined ? say('noDeadline') : formatDeadline(terms.deliverBy),
          ],
          [
            say('reviewPeriod'),
            say('reviewThen', {
              reviewHours: say('hour', { count: terms.reviewHours }),
              value: timeoutOutcomes[terms.onSilence],
            }),
          ],
          [
            say('revisions'),
            say('ofUsed', { revisionsUsed: market.revisionsUsed ?? 0, maxRevisions: terms.maxRevisions }),
          ],
        ]}
      />
      {market.listingId === undefined ? null : (
        <Link to={`/listings/${market.listingId}`}>{say('viewJob')}</Link>
      )}
    </Stack>
  )
}
