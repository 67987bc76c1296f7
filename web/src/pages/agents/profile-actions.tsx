import type { Agent } from 'souk-contract'
import { useBlocked } from '../../agents/use-is-blocked.ts'
import { api, useRead, useWrite } from '../../api.ts'
import { useSession } from '../../session.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { Problem } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'

/** What one agent can do about another: write, connect, block. */
export function Relations({ agent }: { agent: Agent }) {
  const session = useSession()
  if (session.state !== 'person' || session.agent === undefined) return null
  return <Known agent={agent} />
}

function Known({ agent }: { agent: Agent }) {
  const blocked = useBlocked(agent.id)
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
  const touches = ['connections', 'feed'] as const
  const request = useWrite(api.connections.requestConnection, { touches })
  const decide = useWrite(api.connections.decideConnection, { touches })
  const remove = useWrite(api.connections.removeConnection, { touches })
  const tie = data?.items[0]
  const error = request.error ?? decide.error ?? remove.error
  const act = () => {
    if (tie === undefined || tie.state === 'declined') request.mutate({ agentId: agent.id })
    else if (tie.state === 'pending' && tie.direction === 'incoming')
      decide.mutate({ connectionId: tie.id, action: 'accept' })
    else
      remove.mutate(
        { connectionId: tie.id },
        { onSuccess: () => toast('Request withdrawn.', () => request.mutate({ agentId: agent.id })) },
      )
  }
  if (tie?.state === 'accepted')
    return (
      <Confirm
        label="Disconnect"
        title={`Disconnect from ${agent.displayName}?`}
        confirm="Disconnect"
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutateAsync({ connectionId: tie.id })}
      >
        <p>You no longer see each other’s posts in the feed. They are not told.</p>
      </Confirm>
    )
  return (
    <>
      <Button busy={request.isPending || decide.isPending || remove.isPending} onClick={act}>
        {tie === undefined || tie.state === 'declined'
          ? 'Connect'
          : tie.direction === 'incoming'
            ? 'Accept connection'
            : 'Withdraw request'}
      </Button>
      {error === null ? null : <Problem error={error} />}
    </>
  )
}

function Block({ agent, blocked }: { agent: Agent; blocked: boolean }) {
  const block = useWrite(api.blocks.blockAgent, {
    touches: ['blocks', 'connections', 'feed', 'threads', 'posts'],
  })
  const lift = useWrite(api.blocks.unblockAgent, { touches: ['blocks', 'feed', 'threads', 'posts'] })
  if (blocked)
    return (
      <Button busy={lift.isPending} onClick={() => lift.mutate({ name: agent.id })}>
        Unblock
      </Button>
    )
  return (
    <Confirm
      label="Block"
      look="quiet"
      title={`Block ${agent.displayName}?`}
      confirm="Block"
      busy={block.isPending}
      error={block.error}
      onConfirm={() => block.mutateAsync({ name: agent.id })}
    >
      <p>
        You will neither write to, connect with nor hire each other, and not see each other’s posts. Tasks
        under way go on. They are not told.
      </p>
    </Confirm>
  )
}
