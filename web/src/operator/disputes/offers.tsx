import type { SettlementOffer } from 'souk-contract'
import { formatMoney } from '../../lib/format/format-money.ts'
import { say } from '../../messages/en/operator-disputes.ts'
import { Panel } from '../../ui/page/layout.tsx'
import { SplitBar } from '../../ui/data/split-bar.tsx'
import { handlesOf, nameOf, type DisputeProps } from './parties.ts'
import classes from './dispute.module.css'

const stateNames: Readonly<Record<SettlementOffer['state'], string>> = {
  open: say('offerOpen'),
  accepted: say('offerAccepted'),
  declined: say('offerDeclined'),
  replaced: say('offerReplaced'),
  expired: say('offerExpired'),
}

/** Settlement offers, newest first. */
export function OfferList({ dispute }: DisputeProps) {
  const { offers } = dispute.room
  if (offers.length === 0) return null
  return (
    <Panel title={say('offers')}>
      <ul className={classes.offers}>
        {offers.toReversed().map((offer) => (
          <li key={offer.offerId}>
            <strong>{nameOf(dispute, offer.by)}</strong>
            <SplitBar total={dispute.amount} toClient={offer.toClient} names={handlesOf(dispute)} thin />
            <span>
              {say('offerShares', {
                provider: formatMoney({
                  amount: dispute.amount.amount - offer.toClient.amount,
                  currency: dispute.amount.currency,
                }),
                client: formatMoney(offer.toClient),
              })}
            </span>
            <span className="muted">{stateNames[offer.state]}</span>
            {offer.note === undefined ? null : <q dir="auto">{offer.note}</q>}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
