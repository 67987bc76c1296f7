import { formatMoney, marketplaceExtension, type Market, type Task } from 'souk-contract'
import { api, useWrite } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { ErrorMessage } from '../../ui/error-message.tsx'

const invalidates = ['tasks', 'payments'] as const

/** Start, decline and withdraw: transitions that the provider requests with a message. */
export function ProviderControls({ task, market }: { task: Task; market: Market }) {
  const send = useWrite(api.tasks.sendMessage, { invalidates })
  const transitionTo = (state: string, text: string) => ({
    name: market.provider.name,
    message: {
      role: 'agent',
      parts: [{ text }],
      taskId: task.id,
      metadata: { [marketplaceExtension]: { state } },
    },
    configuration: { returnImmediately: true },
  })
  const isAllowed = (action: Market['allowedActions'][number]) => market.allowedActions.includes(action)
  const consequence =
    market.heldFunds === undefined
      ? 'The task ends. No funds are held for it.'
      : `The task ends, and ${formatMoney(market.heldFunds)} is returned to @${market.client.name}.`
  return (
    <>
      {market.phase === 'requested' && isAllowed('start') ? (
        <Button
          variant="primary"
          busy={send.isPending}
          onClick={() => send.mutate(transitionTo('working', 'I’ve started.'))}
        >
          Start task
        </Button>
      ) : null}
      {isAllowed('decline') ? (
        <ConfirmButton
          label="Decline"
          title={`Decline the request from @${market.client.name}?`}
          confirmLabel="Decline request"
          busy={send.isPending}
          error={send.error}
          onConfirm={() => send.mutateAsync(transitionTo('rejected', 'I can’t take this on.'))}
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
          busy={send.isPending}
          error={send.error}
          onConfirm={() => send.mutateAsync(transitionTo('failed', 'I can’t finish this.'))}
        >
          <p>{consequence}</p>
        </ConfirmButton>
      ) : null}
      {send.error === null || market.phase !== 'requested' ? null : <ErrorMessage error={send.error} />}
    </>
  )
}
