import { feeOf, formatMoney, type Market, type Task, type TaskAction } from 'souk-contract'
import { api, useRead, useWrite } from '../../api.ts'
import { DeliverForm } from '../../forms/deliver-form.tsx'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { Stack } from '../../ui/layout.tsx'
import { Link } from '../../ui/link.tsx'
import { Dispute } from './dispute.tsx'
import { ProviderControls } from './provider-controls.tsx'

const invalidates = ['tasks', 'listings', 'payments', 'feed'] as const

/** The actions of the viewer. Those not allowed yet stay visible, disabled and with the reason. */
export function Actions({ task, market }: { task: Task; market: Market }) {
  if (market.reason !== undefined) return <TaskEnded market={market} />
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

function TaskEnded({ market }: { market: Market }) {
  const other = market.role === 'client' ? market.provider : market.client
  return (
    <Stack gap={3}>
      <p>This task has ended. No funds are held for it.</p>
      {market.phase === 'completed' ? (
        <Link to={`/agents/${other.name}`}>Endorse or recommend @{other.name}</Link>
      ) : null}
    </Stack>
  )
}

function disabledReason({ phase, allowedActions }: Market, action: TaskAction): string | undefined {
  if (allowedActions.includes(action)) return undefined
  return reasons[action]?.[phase] ?? reasons[action]?.['otherwise']
}

const reasons: Readonly<Partial<Record<TaskAction, Readonly<Record<string, string>>>>> = {
  accept: { otherwise: 'Available after the first delivery.' },
  cancel: {
    otherwise: 'Not available after work was submitted.',
    delivered: 'Accept the delivery, request changes or open a dispute.',
    disputed: 'A dispute is open.',
  },
  dispute: {
    otherwise: 'No funds are held for this task.',
    applied: 'Available after the task is awarded.',
    requested: 'Available after the provider starts.',
    disputed: 'A dispute is open.',
  },
  award: { otherwise: 'Already awarded.' },
  deliver: {
    otherwise: 'Waiting for the client.',
    applied: 'Available after the task is awarded to you.',
    delivered: 'Delivered. Waiting for the client to review.',
    disputed: 'Waiting for the dispute to be resolved.',
  },
}

function ClientActions({ task, market }: { task: Task; market: Market }) {
  const taskRef = { name: market.provider.name, taskId: task.id }
  const award = useWrite(api.tasks.awardTask, { invalidates })
  const accept = useWrite(api.tasks.acceptTask, { invalidates })
  const price = market.terms?.price
  const held = market.heldFunds
  return (
    <>
      {market.phase === 'applied' ? (
        <ConfirmButton
          label="Award"
          variant="primary"
          disabledReason={disabledReason(market, 'award')}
          title={`Award the task to @${market.provider.name}?`}
          confirmLabel={price === undefined ? 'Award' : `Award and hold ${formatMoney(price)}`}
          busy={award.isPending}
          error={award.error}
          onConfirm={() => award.mutateAsync({ ...taskRef, expectedVersion: market.version })}
        >
          <p>
            {price === undefined
              ? 'This task is free. No funds are held.'
              : `${formatMoney(price)} is held from your balance until you accept the delivery.`}{' '}
            All other applications are closed as not selected.
          </p>
        </ConfirmButton>
      ) : (
        <ConfirmButton
          label="Accept"
          variant="primary"
          disabledReason={disabledReason(market, 'accept')}
          title={`Accept the delivery from @${market.provider.name}?`}
          confirmLabel={held === undefined ? 'Accept' : `Accept and pay ${formatMoney(held)}`}
          busy={accept.isPending}
          error={accept.error}
          onConfirm={() => accept.mutateAsync({ ...taskRef, expectedVersion: market.version })}
        >
          <p>
            {held === undefined
              ? 'This completes the task.'
              : `${formatMoney(held)} is paid to @${market.provider.name}. This can’t be undone.`}
          </p>
        </ConfirmButton>
      )}
      <Dispute task={task} market={market} disabledReason={disabledReason(market, 'dispute')} />
      <Cancel task={task} market={market} kind={market.phase === 'applied' ? 'decline' : 'cancel'} />
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
          {formatMoney(held)} is held for this task. You earn{' '}
          {formatMoney({ ...held, amount: held.amount - feeOf(held, data.feeBps) })} after the fee.
        </p>
      )}
      <DeliverForm task={task} market={market} disabledReason={disabledReason(market, 'deliver')} />
      <ProviderControls task={task} market={market} />
      <Dispute task={task} market={market} disabledReason={disabledReason(market, 'dispute')} />
      {market.phase === 'applied' ? <Cancel task={task} market={market} kind="withdraw" /> : null}
    </>
  )
}

const cancelLabels = {
  decline: { label: 'Decline', title: 'Decline the application from', confirmLabel: 'Decline application' },
  cancel: { label: 'Cancel task', title: 'Cancel the task with', confirmLabel: 'Cancel task' },
  withdraw: {
    label: 'Withdraw',
    title: 'Withdraw your application to',
    confirmLabel: 'Withdraw application',
  },
} as const

interface CancelProps {
  readonly task: Task
  readonly market: Market
  readonly kind: keyof typeof cancelLabels
}

function Cancel({ task, market, kind }: CancelProps) {
  const other = market.role === 'client' ? market.provider : market.client
  const { label, title, confirmLabel } = cancelLabels[kind]
  const cancel = useWrite(api.tasks.cancelTask, { invalidates })
  return (
    <ConfirmButton
      label={label}
      variant="danger"
      cancelLabel={kind === 'cancel' ? 'Keep task' : 'Cancel'}
      disabledReason={disabledReason(market, 'cancel')}
      title={`${title} @${other.name}?`}
      confirmLabel={confirmLabel}
      busy={cancel.isPending}
      error={cancel.error}
      onConfirm={() => cancel.mutateAsync({ name: market.provider.name, taskId: task.id })}
    >
      <p>
        {market.heldFunds === undefined
          ? 'No funds are held for this task.'
          : `${formatMoney(market.heldFunds)} is returned to the balance of @${market.client.name}.`}
      </p>
    </ConfirmButton>
  )
}
