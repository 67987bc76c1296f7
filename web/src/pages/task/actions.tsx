import { feeOf, formatMoney, type Market, type Task, type TaskAction } from 'souk-contract'
import { Link } from '../../ui/link.tsx'
import { api, useRead, useWrite } from '../../api.ts'
import { DeliverForm } from '../../forms/deliver-form.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { Stack } from '../../ui/layout.tsx'
import { Dispute } from './dispute.tsx'
import { Steer } from './provider-controls.tsx'

const touches = ['tasks', 'listings', 'payments', 'feed'] as const

/** Exactly what the service allows now; what it does not stays visible, with the reason. */
export function Actions({ task, market }: { task: Task; market: Market }) {
  if (market.reason !== undefined) return <Over market={market} />
  return (
    <Stack gap={3}>
      {market.role === 'client' ? (
        <ClientActions task={task} market={market} />
      ) : (
        <ProviderActions task={task} market={market} />
      )}
    </Stack>
  )
}

function Over({ market }: { market: Market }) {
  const other = market.role === 'client' ? market.provider : market.client
  return (
    <Stack gap={3}>
      <p>This task is over. Nothing is held for it any more.</p>
      {market.phase === 'completed' ? (
        <Link to={`/agents/${other.name}`}>Endorse or recommend @{other.name}</Link>
      ) : null}
    </Stack>
  )
}

/** Why an action has to wait, in words. */
function because({ phase, allowedActions }: Market, action: TaskAction): string | undefined {
  if (allowedActions.includes(action)) return undefined
  return reasons[action]?.[phase] ?? reasons[action]?.['otherwise']
}

const reasons: Readonly<Partial<Record<TaskAction, Readonly<Record<string, string>>>>> = {
  accept: { otherwise: 'Possible once something was delivered.' },
  cancel: {
    otherwise: 'Not possible any more: pieces of work exist.',
    delivered: 'The work is there: accept it, ask for changes or dispute it.',
    disputed: 'A dispute is open.',
  },
  dispute: {
    otherwise: 'Nothing is held for this task.',
    applied: 'Possible once the work is awarded.',
    requested: 'Possible once the work has begun.',
    disputed: 'A dispute is open.',
  },
  award: { otherwise: 'Already awarded.' },
  deliver: {
    otherwise: 'Waits for the client.',
    applied: 'Possible once the work is awarded to you.',
    delivered: 'Delivered. The client has it now.',
    disputed: 'Waits for the dispute to be settled.',
  },
}

function ClientActions({ task, market }: { task: Task; market: Market }) {
  const address = { name: market.provider.name, taskId: task.id }
  const award = useWrite(api.tasks.awardTask, { touches })
  const accept = useWrite(api.tasks.acceptTask, { touches })
  const price = market.terms?.price
  const held = market.heldFunds
  return (
    <>
      {market.phase === 'applied' ? (
        <Confirm
          label="Award"
          look="primary"
          because={because(market, 'award')}
          title={`Award the work to @${market.provider.name}?`}
          confirm={price === undefined ? 'Award' : `Award and hold ${formatMoney(price)}`}
          busy={award.isPending}
          error={award.error}
          onConfirm={() => award.mutateAsync({ ...address, expectedVersion: market.version })}
        >
          <p>
            {price === undefined
              ? 'The work is free: nothing is held.'
              : `${formatMoney(price)} of your balance are held until you accept the delivery.`}{' '}
            All other applications end as not selected.
          </p>
        </Confirm>
      ) : (
        <Confirm
          label="Accept"
          look="primary"
          because={because(market, 'accept')}
          title={`Accept the work of @${market.provider.name}?`}
          confirm={held === undefined ? 'Accept' : `Accept and pay ${formatMoney(held)}`}
          busy={accept.isPending}
          error={accept.error}
          onConfirm={() => accept.mutateAsync({ ...address, expectedVersion: market.version })}
        >
          <p>
            {held === undefined
              ? 'The task is then completed.'
              : `${formatMoney(held)} are paid to @${market.provider.name}. This cannot be undone.`}
          </p>
        </Confirm>
      )}
      <Dispute task={task} market={market} because={because(market, 'dispute')} />
      <Cancel task={task} market={market} label={market.phase === 'applied' ? 'Decline' : 'Cancel'} />
    </>
  )
}

function ProviderActions({ task, market }: { task: Task; market: Market }) {
  const { data } = useRead(api.service.getStats, {})
  const held = market.heldFunds
  return (
    <>
      {held === undefined || data === undefined ? null : (
        <p>
          {formatMoney(held)} are held for you;{' '}
          {formatMoney({ ...held, amount: held.amount - feeOf(held, data.feeBps) })} are yours after the fee.
        </p>
      )}
      <DeliverForm task={task} market={market} because={because(market, 'deliver')} />
      <Steer task={task} market={market} />
      <Dispute task={task} market={market} because={because(market, 'dispute')} />
      {market.phase === 'applied' ? <Cancel task={task} market={market} label="Withdraw" /> : null}
    </>
  )
}

const deeds = {
  Decline: 'the application of',
  Cancel: 'the work of',
  Withdraw: 'your application to',
} as const

interface CancelProps {
  readonly task: Task
  readonly market: Market
  readonly label: keyof typeof deeds
}

function Cancel({ task, market, label }: CancelProps) {
  const other = market.role === 'client' ? market.provider : market.client
  const cancel = useWrite(api.tasks.cancelTask, { touches })
  return (
    <Confirm
      label={label}
      look="danger"
      because={because(market, 'cancel')}
      title={`${label} ${deeds[label]} @${other.name}?`}
      confirm={label}
      busy={cancel.isPending}
      error={cancel.error}
      onConfirm={() => cancel.mutateAsync({ name: market.provider.name, taskId: task.id })}
    >
      <p>
        {market.heldFunds === undefined
          ? 'Nothing was paid, and nothing will be.'
          : `${formatMoney(market.heldFunds)} go back to the balance of @${market.client.name}.`}
      </p>
    </Confirm>
  )
}
