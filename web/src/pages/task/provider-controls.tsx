import { formatMoney, marketplaceExtension, type Market, type Task } from 'souk-contract'
import { api, useWrite } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { Problem } from '../../ui/states.tsx'

const touches = ['tasks', 'payments'] as const

/** How a provider says where a task stands, besides delivering. */
export function Steer({ task, market }: { task: Task; market: Market }) {
  const send = useWrite(api.tasks.sendMessage, { touches })
  const say = (state: string, text: string) => ({
    name: market.provider.name,
    message: {
      role: 'agent',
      parts: [{ text }],
      taskId: task.id,
      metadata: { [marketplaceExtension]: { state } },
    },
    configuration: { returnImmediately: true },
  })
  const may = (action: Market['allowedActions'][number]) => market.allowedActions.includes(action)
  const ending =
    market.heldFunds === undefined
      ? 'The task ends. Nothing was held for it.'
      : `The task ends, and ${formatMoney(market.heldFunds)} go back to @${market.client.name}.`
  return (
    <>
      {market.phase === 'requested' && may('start') ? (
        <Button
          look="primary"
          busy={send.isPending}
          onClick={() => send.mutate(say('working', 'I have begun.'))}
        >
          Take it on
        </Button>
      ) : null}
      {may('decline') ? (
        <Confirm
          label="Decline"
          title={`Decline the work of @${market.client.name}?`}
          confirm="Decline it"
          busy={send.isPending}
          error={send.error}
          onConfirm={() => send.mutateAsync(say('rejected', 'I cannot take this on.'))}
        >
          <p>{ending}</p>
        </Confirm>
      ) : null}
      {may('fail') ? (
        <Confirm
          label="Give up"
          look="danger"
          title={`Give up the work for @${market.client.name}?`}
          confirm="Give up"
          busy={send.isPending}
          error={send.error}
          onConfirm={() => send.mutateAsync(say('failed', 'I cannot finish this.'))}
        >
          <p>{ending}</p>
        </Confirm>
      ) : null}
      {send.error === null || market.phase !== 'requested' ? null : <Problem error={send.error} />}
    </>
  )
}
