import { useState } from 'react'
import type { SettlementOffer } from 'souk-contract'
import { api, useWrite } from '../../../api.ts'
import { formatMoney } from '../../../lib/format/format-money.ts'
import { formatDay, formatDeadline } from '../../../lib/format/format-time.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { ConfirmButton } from '../../../ui/actions/confirm.tsx'
import { ErrorMessage } from '../../../ui/page/error-message.tsx'
import { Panel, Row } from '../../../ui/page/layout.tsx'
import { SplitBar } from '../../../ui/data/split-bar.tsx'
import { OfferForm } from './offer-form.tsx'
import classes from './offers.module.css'
import { disputeInvalidates, type RoomProps } from './use-dispute.ts'
import { sideNames } from './labels.ts'
import { say } from '../../../messages/en/disputes.ts'
import { displayNameOf, PartyAvatar } from '../../../ui/people/party.tsx'

/** Settlement offers, the open ones first, and the form for one of your own. */
export function Offers(props: RoomProps) {
  const { dispute, market } = props
  const [writing, setWriting] = useState(false)
  const canOffer = market.allowedActions.includes('offer')
  const openBy = dispute.offers.filter(({ state }) => state === 'open').map(({ by }) => by)
  const hasOwn = openBy.includes(market.role)
  // An offer of the other side has its own button for a counteroffer.
  const hasTheirs = openBy.some((by) => by !== market.role)
  if (dispute.offers.length === 0 && !canOffer) return null
  const offers = dispute.offers.toReversed().toSorted((left, right) => rank(left) - rank(right))
  return (
    <Panel
      title={say('settlementOffers')}
      actions={
        canOffer && !writing && !hasTheirs ? (
          <Button size="small" onClick={() => setWriting(true)}>
            {hasOwn ? say('replaceOffer') : say('makeAnOffer')}
          </Button>
        ) : undefined
      }
    >
      {offers.length === 0 && !writing ? (
        <p className="muted">{say('noOffersYet', { amount: formatMoney(dispute.amount) })}</p>
      ) : null}
      {writing ? <OfferForm {...props} onClose={() => setWriting(false)} /> : null}
      {offers.length === 0 ? null : (
        <ul className={classes.offers}>
          {offers.map((offer) => (
            <li key={offer.offerId} data-open={offer.state === 'open'}>
              <OfferView {...props} offer={offer} onCounter={() => setWriting(true)} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

const rank = ({ state }: SettlementOffer) => (state === 'open' ? 0 : 1)

const stateLabels: Readonly<Record<SettlementOffer['state'], string>> = {
  open: say('open'),
  accepted: say('accepted'),
  declined: say('declined'),
  replaced: say('replaced'),
  expired: say('expired'),
}

interface OfferProps extends RoomProps {
  readonly offer: SettlementOffer
}

function OfferView({ onCounter, ...props }: OfferProps & { readonly onCounter: () => void }) {
  const { dispute, market, offer } = props
  const isOpen = offer.state === 'open'
  const name = offer.by === market.role ? say('you') : displayNameOf(market[offer.by])
  return (
    <>
      <PartyAvatar party={market[offer.by]} size={28} />
      <div className={classes.offer}>
        <p className={classes.head}>
          <span>
            {isOpen
              ? say.rich('offeredASplit', { name: <strong>{name}</strong> })
              : say.rich(offer.by === 'client' ? 'askedFor' : 'offeredAmount', {
                  name: <strong>{name}</strong>,
                  toClient: formatMoney(offer.toClient),
                })}
          </span>
          <small>
            {isOpen
              ? say('expires', { expiresAt: formatDeadline(offer.expiresAt) })
              : `${stateLabels[offer.state]}, ${formatDay(offer.madeAt)}`}
          </small>
        </p>
        <SplitBar total={dispute.amount} toClient={offer.toClient} names={sideNames(market)} thin={!isOpen} />
        {isOpen ? (
          <p className="muted">
            {say('providerReceivesAfterFee', {
              toProvider: formatMoney(offer.toProvider),
              fee: formatMoney(offer.fee),
            })}
          </p>
        ) : null}
        {offer.note === undefined ? null : <p dir="auto">{offer.note}</p>}
        {isOpen && offer.by !== market.role ? (
          <Row>
            <AcceptOffer {...props} variant="plain" />
            <Button onClick={onCounter}>{say('counter')}</Button>
            <DeclineOffer {...props} />
          </Row>
        ) : null}
      </div>
    </>
  )
}

/** Pays both sides and completes the task. */
export function AcceptOffer({
  task,
  market,
  dispute,
  offer,
  variant,
}: OfferProps & { readonly variant: 'primary' | 'plain' }) {
  const accept = useWrite(api.disputes.acceptSettlement, { invalidates: disputeInvalidates })
  const names = sideNames(market)
  return (
    <ConfirmButton
      label={say('acceptOffer')}
      variant={variant}
      title={say('acceptThisSettlement')}
      confirmLabel={say('divide', { amount: formatMoney(dispute.amount) })}
      busy={accept.isPending}
      error={accept.error}
      onConfirm={() =>
        accept.mutateAsync({
          name: market.provider.name,
          taskId: task.id,
          offerId: offer.offerId,
          expectedVersion: dispute.version,
        })
      }
    >
      <SplitBar total={dispute.amount} toClient={offer.toClient} names={names} />
      <p>
        {say('acceptConsequence', {
          toClient: formatMoney(offer.toClient),
          client: names.client,
          toProvider: formatMoney(offer.toProvider),
          provider: names.provider,
          fee: formatMoney(offer.fee),
        })}
      </p>
    </ConfirmButton>
  )
}

function DeclineOffer({ task, market, offer }: OfferProps) {
  const decline = useWrite(api.disputes.declineSettlement, { invalidates: disputeInvalidates })
  return (
    <>
      <Button
        variant="quiet"
        busy={decline.isPending}
        onClick={() =>
          decline.mutate({ name: market.provider.name, taskId: task.id, offerId: offer.offerId })
        }
      >
        {say('decline')}
      </Button>
      {decline.error === null ? null : <ErrorMessage error={decline.error} />}
    </>
  )
}
