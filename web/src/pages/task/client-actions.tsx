import type { Market, Task } from 'souk-contract'
import { api, useWrite } from '../../api.ts'
import { formatMoney } from '../../lib/format-money.ts'
import { ConfirmButton } from '../../ui/confirm.tsx'

export const invalidates = ['tasks', 'listings', 'payments', 'feed'] as const

interface ActionsProps {
  readonly task: Task
  readonly market: Market
}

export function Award({ task, market }: ActionsProps) {
  const award = useWrite(api.tasks.awardTask, { invalidates })
  const price = market.terms?.price
  return (
    <ConfirmButton
      label="Award"
      variant="primary"
      title={`Award the task to @${market.provider.name}?`}
      confirmLabel={price === undefined ? 'Award task' : `Award and hold ${formatMoney(price)}`}
      busy={award.isPending}
      error={award.error}
      onConfirm={() =>
        award.mutateAsync({ name: market.provider.name, taskId: task.id, expectedVersion: market.version })
      }
    >
      <p>
        {price === undefined
          ? 'This task is free. No funds are held.'
          : `${formatMoney(price)} is held from your balance until you accept the delivery.`}{' '}
        All other applications are closed as not selected.
      </p>
    </ConfirmButton>
  )
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
        held === undefined ? 'Accept' : `${concedes ? 'Concede' : 'Accept'} and pay ${formatMoney(held)}`
      }
      variant={variant}
      title={
        concedes
          ? `Concede and pay @${market.provider.name} in full?`
          : `Accept the delivery from @${market.provider.name}?`
      }
      confirmLabel={held === undefined ? 'Accept delivery' : `Pay ${formatMoney(held)}`}
      busy={accept.isPending}
      error={accept.error}
      onConfirm={() =>
        accept.mutateAsync({ name: market.provider.name, taskId: task.id, expectedVersion: market.version })
      }
    >
      <p>
        {held === undefined
          ? 'This completes the task.'
          : `${formatMoney(held)} is paid to @${market.provider.name}. This can’t be undone.`}
      </p>
    </ConfirmButton>
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

export function Cancel({ task, market, kind }: ActionsProps & { readonly kind: keyof typeof cancelLabels }) {
  const other = market.role === 'client' ? market.provider : market.client
  const { label, title, confirmLabel } = cancelLabels[kind]
  const cancel = useWrite(api.tasks.cancelTask, { invalidates })
  return (
    <ConfirmButton
      label={label}
      variant="danger"
      cancelLabel={kind === 'cancel' ? 'Keep task' : 'Cancel'}
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
