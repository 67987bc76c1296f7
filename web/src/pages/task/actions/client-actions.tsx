import { useEffect, useRef } from 'react'
import type { Market, Task } from 'souk-contract'
import { api, useWrite } from '../../../api.ts'
import { chargeFor } from '../../../forms/use-payment-tab.ts'
import { formatMoney } from '../../../lib/format/format-money.ts'
import { ConfirmButton } from '../../../ui/actions/confirm.tsx'
import { Facts } from '../../../ui/data/facts.tsx'
import { say } from '../../../messages/en/tasks.ts'
import { displayNameOf, PartyAvatar } from '../../../ui/people/party.tsx'
import classes from './client-actions.module.css'
import { useFundedAward } from './use-funded-award.ts'

export const invalidates = ['tasks', 'listings', 'payments', 'feed'] as const

interface ActionsProps {
  readonly task: Task
  readonly market: Market
}

interface AwardProps extends ActionsProps {
  /** Plain where several applications stand side by side. */
  readonly variant?: 'primary' | 'plain'
  readonly label?: string
}

export function Award({ task, market, variant = 'primary', label = say('award') }: AwardProps) {
  const award = useWrite(api.tasks.awardTask, { invalidates })
  const price = market.terms?.price
  const funded = useFundedAward(price, () =>
    award.mutateAsync({ name: market.provider.name, taskId: task.id, expectedVersion: market.version }),
  )
  const { lack } = funded
  return (
    <ConfirmButton
      label={label}
      variant={variant}
      title={say('awardTheTaskTo', { name: displayNameOf(market.provider) })}
      confirmLabel={
        price === undefined
          ? say('awardTask')
          : lack === undefined
            ? say('awardAndHold', { price: formatMoney(price) })
            : say('addAndAward', { amount: formatMoney(chargeFor(lack)) })
      }
      busy={award.isPending || funded.isWaiting}
      error={award.error ?? funded.error}
      onConfirm={funded.run}
    >
      <OnClose act={funded.cancel} />
      <p>
        {price === undefined
          ? say('awardFreeConsequence')
          : say('awardConsequence', { price: formatMoney(price) })}
      </p>
      {lack === undefined ? null : <p>{say('needToAward', { lack: formatMoney(lack) })}</p>}
      {funded.isWaiting ? <p role="status">{say('awardsAfterPayment')}</p> : null}
    </ConfirmButton>
  )
}

/** Acts when the dialog that contains it closes. */
function OnClose({ act }: { act: () => void }) {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  useEffect(() => () => latest.current(), [])
  return null
}

interface AcceptProps extends ActionsProps {
  readonly variant?: 'primary' | 'plain'
  /** In a dispute, accepting gives the other side everything. */
  readonly concedes?: boolean
}

export function Accept({ task, market, variant = 'primary', concedes = false }: AcceptProps) {
  const accept = useWrite(api.tasks.acceptTask, { invalidates })
  const held = market.heldFunds
  return (
    <ConfirmButton
      label={
        held === undefined
          ? say('accept')
          : say(concedes ? 'concedeAndPay' : 'acceptAndPay', { held: formatMoney(held) })
      }
      variant={variant}
      {...(concedes ? {} : { shortcut: 'a' })}
      title={
        concedes
          ? say('concedeAndPayInFull', { name: displayNameOf(market.provider) })
          : say('acceptTheDeliveryFrom', { name: displayNameOf(market.provider) })
      }
      confirmLabel={held === undefined ? say('acceptDelivery') : say('pay', { held: formatMoney(held) })}
      busy={accept.isPending}
      error={accept.error}
      onConfirm={() =>
        accept.mutateAsync({ name: market.provider.name, taskId: task.id, expectedVersion: market.version })
      }
    >
      <p>
        {held === undefined
          ? say('thisCompletesTheTask')
          : say('paidForGood', { held: formatMoney(held), name: displayNameOf(market.provider) })}
      </p>
      {held === undefined ? null : (
        <Facts
          facts={[
            [say('paidBy'), <Payer key="payer" market={market} />],
            [say('held'), formatMoney(held)],
          ]}
        />
      )}
    </ConfirmButton>
  )
}

function Payer({ market: { client } }: Pick<ActionsProps, 'market'>) {
  return (
    <span className={classes.payer}>
      <PartyAvatar party={client} size={16} />
      <span dir="auto">{displayNameOf(client)}</span>
    </span>
  )
}

const cancelLabels = {
  decline: {
    label: say('decline'),
    title: (name: string) => say('declineTheApplicationFrom', { name }),
    confirmLabel: say('declineApplication'),
  },
  cancel: {
    label: say('cancelTask'),
    title: (name: string) => say('cancelTheTaskWith', { name }),
    confirmLabel: say('cancelTask'),
  },
  withdraw: {
    label: say('withdraw'),
    title: (name: string) => say('withdrawYourApplicationTo', { name }),
    confirmLabel: say('withdrawApplication'),
  },
} as const

interface CancelProps extends ActionsProps {
  readonly kind: keyof typeof cancelLabels
  /** Quiet beside other actions. */
  readonly variant?: 'danger' | 'quiet'
}

export function Cancel({ task, market, kind, variant = 'danger' }: CancelProps) {
  const other = market.role === 'client' ? market.provider : market.client
  const { label, title, confirmLabel } = cancelLabels[kind]
  const cancel = useWrite(api.tasks.cancelTask, { invalidates })
  return (
    <ConfirmButton
      label={label}
      variant={variant}
      cancelLabel={kind === 'cancel' ? say('keepTask') : say('cancel')}
      title={title(displayNameOf(other))}
      confirmLabel={confirmLabel}
      busy={cancel.isPending}
      error={cancel.error}
      onConfirm={() => cancel.mutateAsync({ name: market.provider.name, taskId: task.id })}
    >
      <p>
        {market.heldFunds === undefined
          ? say('noFundsHeld')
          : say('returnedToBalance', {
              heldFunds: formatMoney(market.heldFunds),
              name: displayNameOf(market.client),
            })}
      </p>
    </ConfirmButton>
  )
}
