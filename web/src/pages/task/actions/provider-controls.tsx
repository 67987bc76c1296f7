import { marketplaceExtension, type Market, type Task } from 'souk-contract'
import { api, useWrite } from '../../../api.ts'
import { formatMoney } from '../../../lib/format/format-money.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { ConfirmButton } from '../../../ui/actions/confirm.tsx'
import { ErrorMessage } from '../../../ui/page/error-message.tsx'
import { say } from '../../../messages/en/tasks.ts'
import { displayNameOf } from '../../../ui/people/party.tsx'

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
        onClick={() => void transitionTo('working', say('iveStarted')).catch(() => undefined)}
      >
        {say('startTask')}
      </Button>
      {error === null ? null : <ErrorMessage error={error} />}
    </>
  )
}

/** The other answer to a request. */
export function DeclineButton(props: ProviderProps) {
  const { market } = props
  const { transitionTo, busy, error } = useTransition(props)
  return (
    <ConfirmButton
      label={say('decline')}
      title={say('declineTheRequestFrom', { name: displayNameOf(market.client) })}
      confirmLabel={say('declineRequest')}
      busy={busy}
      error={error}
      onConfirm={() => transitionTo('rejected', say('iCantTakeThisOn'))}
    >
      <p>{consequenceOf(market)}</p>
    </ConfirmButton>
  )
}

export function WithdrawButton(props: ProviderProps) {
  const { market } = props
  const { transitionTo, busy, error } = useTransition(props)
  return (
    <ConfirmButton
      label={say('withdrawFromTask')}
      variant="danger"
      title={say('withdrawFromTheTaskFor', { name: displayNameOf(market.client) })}
      confirmLabel={say('withdrawFromTask')}
      busy={busy}
      error={error}
      onConfirm={() => transitionTo('failed', say('iCantFinishThis'))}
    >
      <p>{consequenceOf(market)}</p>
    </ConfirmButton>
  )
}

function consequenceOf({ heldFunds, client }: Market): string {
  return heldFunds === undefined
    ? say('taskEndsNoFundsHeld')
    : say('taskEndsReturned', { heldFunds: formatMoney(heldFunds), name: displayNameOf(client) })
}
