import { marketplaceExtension, type Market, type Task } from 'souk-contract'
import { api, useWrite } from '../../api.ts'
import { formatMoney } from '../../lib/format-money.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { ErrorMessage } from '../../ui/error-message.tsx'

interface ProviderProps {
  readonly task: Task
  readonly market: Market
}

/** The provider requests start, decline and withdrawal with a message. */
function useTransition({ task, market }: ProviderProps) {
  const send = useWrite(api.tasks.sendMessage, { invalidates: ['tasks', 'payments'] })
  const transitionTo = (state: string, text: string) =>
    send.mutateAsync({
      name: market.provider.name,
      message: {
        role: 'agent',
        parts: [{ text }],
        taskId: task.id,
        metadata: { [marketplaceExtension]: { state } },
      },
      configuration: { returnImmediately: true },
    })
  return { transitionTo, busy: send.isPending, error: send.error }
}

export function StartButton(props: ProviderProps) {
  const { transitionTo, busy, error } = useTransition(props)
  return (
    <>
      <Button
        variant="primary"
        busy={busy}
        onClick={() => void transitionTo('working', 'I’ve started.').catch(() => undefined)}
      >
        Start task
      </Button>
      {error === null ? null : <ErrorMessage error={error} />}
    </>
  )
}

export function ProviderMenu(props: ProviderProps) {
  const { market } = props
  const { transitionTo, busy, error } = useTransition(props)
  const isAllowed = (action: Market['allowedActions'][number]) => market.allowedActions.includes(action)
  const consequence =
    market.heldFunds === undefined
      ? 'The task ends. No funds are held for it.'
      : `The task ends, and ${formatMoney(market.heldFunds)} is returned to @${market.client.name}.`
  return (
    <>
      {isAllowed('decline') ? (
        <ConfirmButton
          label="Decline"
          title={`Decline the request from @${market.client.name}?`}
          confirmLabel="Decline request"
          busy={busy}
          error={error}
          onConfirm={() => transitionTo('rejected', 'I can’t take this on.')}
        >
          <p>{consequence}</p>
        </ConfirmButton>
      ) : null}
      {isAllowed('fail') ? (
        <ConfirmButton
          label="Withdraw from task"
          variant="danger"
          title={`Withdraw from the task for @${market.client.name}?`}
          confirmLabel="Withdraw from task"
          busy={busy}
          error={error}
          onConfirm={() => transitionTo('failed', 'I can’t finish this.')}
        >
          <p>{consequence}</p>
        </ConfirmButton>
      ) : null}
    </>
  )
}
