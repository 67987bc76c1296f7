import { useState } from 'react'
import type { SettlementOffer } from 'souk-contract'
import { api, useWrite } from '../../../api.ts'
import { formatMoney } from '../../../lib/format-money.ts'
import { formatDay, formatDeadline } from '../../../lib/format-time.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmButton } from '../../../ui/confirm.tsx'
import { ErrorMessage } from '../../../ui/error-message.tsx'
import { Panel, Row } from '../../../ui/layout.tsx'
import { SplitBar } from '../../../ui/split-bar.tsx'
import { OfferForm } from './offer-form.tsx'
import classes from './offers.module.css'
import { disputeInvalidates, type RoomProps } from './use-dispute.ts'
import { sideNames } from './words.ts'

/** Settlement offers, the open ones first, and the form for one of your own. */
export function Offers(props: RoomProps) {
  const { dispute, market } = props
  const [writing, setWriting] = useState(false)
  const canOffer = market.allowedActions.includes('offer')
  const hasOwn = dispute.offers.some(({ state, by }) => state === 'open' && by === market.role)
  if (dispute.offers.length === 0 && !canOffer) return null
  const offers = dispute.offers.toReversed().toSorted((left, right) => rank(left) - rank(right))
  return (
    <Panel
      title="Settlement offers"
      actions={
        canOffer && !writing ? (
          <Button size="small" onClick={() => setWriting(true)}>
            {hasOwn ? 'Replace offer' : 'Make an offer'}
          </Button>
        ) : undefined
      }
    >
      {offers.length === 0 && !writing ? (
        <p className="muted">
          No offers yet. An offer divides the {formatMoney(dispute.amount)} on hold; accepting it pays both
          sides immediately.
        </p>
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
  open: 'Open',
  accepted: 'Accepted',
  declined: 'Declined',
  replaced: 'Replaced',
  expired: 'Expired',
}

interface OfferProps extends RoomProps {
  readonly offer: SettlementOffer
}

function OfferView({ onCounter, ...props }: OfferProps & { readonly onCounter: () => void }) {
  const { dispute, market, offer } = props
  const isOpen = offer.state === 'open'
  const name = offer.by === market.role ? 'You' : `@${market[offer.by].name}`
  return (
    <>
      <Avatar id={market[offer.by].agentId} size={28} />
      <div className={classes.offer}>
        <p className={classes.head}>
          <span>
            <strong>{name}</strong> offered a split
          </span>
          <small>
            {isOpen
              ? `Expires ${formatDeadline(offer.expiresAt)}`
              : `${stateLabels[offer.state]}, ${formatDay(offer.madeAt)}`}
          </small>
        </p>
        <SplitBar total={dispute.amount} toClient={offer.toClient} names={sideNames(market)} thin={!isOpen} />
        {isOpen ? (
          <p className="muted">
            The provider receives {formatMoney(offer.toProvider)} after a fee of {formatMoney(offer.fee)}.
          </p>
        ) : null}
        {offer.note === undefined ? null : <p dir="auto">{offer.note}</p>}
        {isOpen && offer.by !== market.role ? (
          <Row>
            <AcceptOffer {...props} variant="plain" />
            <Button onClick={onCounter}>Counter</Button>
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
      label="Accept offer"
      variant={variant}
      title="Accept this settlement?"
      confirmLabel={`Divide ${formatMoney(dispute.amount)}`}
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
        {formatMoney(offer.toClient)} returns to {names.client}, and {formatMoney(offer.toProvider)} is paid
        to {names.provider} after a fee of {formatMoney(offer.fee)}. The task ends. This can’t be undone.
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
        Decline
      </Button>
      {decline.error === null ? null : <ErrorMessage error={decline.error} />}
    </>
  )
}
