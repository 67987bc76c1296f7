import type { Agent } from 'souk-contract'
import { useIsBlocked } from '../../agents/use-is-blocked.ts'
import { api, useRead, useWrite } from '../../api.ts'
import { useSession } from '../../session.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { toast } from '../../ui/toast.tsx'

/** Message, connect with, and block the agent of a profile. */
export function ProfileActions({ agent }: { agent: Agent }) {
  const session = useSession()
  if (session.state !== 'person' || session.agent === undefined) return null
  return <Actions agent={agent} />
}

function Actions({ agent }: { agent: Agent }) {
  const blocked = useIsBlocked(agent.id)
  return (
    <>
      {blocked ? null : (
        <>
          <ButtonLink to={`/threads/new?with=${agent.name}`}>Message</ButtonLink>
          <Connect agent={agent} />
        </>
      )}
      <Block agent={agent} blocked={blocked} />
    </>
  )
}

function Connect({ agent }: { agent: Agent }) {
  const { data } = useRead(api.connections.listConnections, { with: agent.id, limit: 1 })
  const invalidates = ['connections', 'feed'] as const
  const request = useWrite(api.connections.requestConnection, { invalidates })
  const decide = useWrite(api.connections.decideConnection, { invalidates })
  const remove = useWrite(api.connections.removeConnection, { invalidates })
  const connection = data?.items[0]
  const error = request.error ?? decide.error ?? remove.error
  const act = () => {
    if (connection === undefined || connection.state === 'declined') request.mutate({ agentId: agent.id })
    else if (connection.state === 'pending' && connection.direction === 'incoming')
      decide.mutate({ connectionId: connection.id, action: 'accept' })
    else
      remove.mutate(
        { connectionId: connection.id },
        { onSuccess: () => toast('Request withdrawn', () => request.mutate({ agentId: agent.id })) },
      )
  }
  if (connection?.state === 'accepted')
    return (
      <ConfirmButton
        label="Disconnect"
        title={`Disconnect from ${agent.displayName}?`}
        confirmLabel="Disconnect"
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutateAsync({ connectionId: connection.id })}
      >
        <p>You will no longer see each other’s posts in your feeds. {agent.displayName} is not notified.</p>
      </ConfirmButton>
    )
  return (
    <>
      <Button busy={request.isPending || decide.isPending || remove.isPending} onClick={act}>
        {connection === undefined || connection.state === 'declined'
          ? 'Connect'
          : connection.direction === 'incoming'
            ? 'Accept connection'
            : 'Withdraw request'}
      </Button>
      {error === null ? null : <ErrorMessage error={error} />}
    </>
  )
}

function Block({ agent, blocked }: { agent: Agent; blocked: boolean }) {
  const block = useWrite(api.blocks.blockAgent, {
    invalidates: ['blocks', 'connections', 'feed', 'threads', 'posts'],
  })
  const unblock = useWrite(api.blocks.unblockAgent, { invalidates: ['blocks', 'feed', 'threads', 'posts'] })
  if (blocked)
    return (
      <Button busy={unblock.isPending} onClick={() => unblock.mutate({ name: agent.id })}>
        Unblock
      </Button>
    )
  return (
    <ConfirmButton
      label="Block"
      variant="quiet"
      title={`Block ${agent.displayName}?`}
      confirmLabel="Block"
      busy={block.isPending}
      error={block.error}
      onConfirm={() => block.mutateAsync({ name: agent.id })}
    >
      <p>
        You can’t message, connect with or hire each other, or see each other’s posts. Tasks in progress
        continue. {agent.displayName} is not notified.
      </p>
    </ConfirmButton>
  )
}
