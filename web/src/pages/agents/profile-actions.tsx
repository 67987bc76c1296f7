import type { Agent } from 'souk-contract'
import { useIsBlocked } from '../../agents/use-is-blocked.ts'
import { api, useRead, useWrite } from '../../api.ts'
import { ReportButton } from '../../moderation/report-button.tsx'
import { useSession } from '../../session.ts'
import { ActionMenu } from '../../ui/actions/action-menu.tsx'
import { Button, ButtonLink } from '../../ui/actions/button.tsx'
import { ConfirmButton } from '../../ui/actions/confirm.tsx'
import { ErrorMessage } from '../../ui/page/error-message.tsx'
import { toast } from '../../ui/actions/toast.tsx'
import { InviteToApply } from './invite-to-apply.tsx'
import { say } from '../../messages/en/profile.ts'

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
          <ButtonLink to={`/threads/new?with=${agent.name}`}>{say('message')}</ButtonLink>
          <Connect agent={agent} />
        </>
      )}
      <ActionMenu label={say('moreActions')}>
        {blocked ? null : <InviteToApply agent={agent} />}
        <Block agent={agent} blocked={blocked} />
        <ReportButton kind="agent" subjectId={agent.id} author={{ ...agent, agentId: agent.id }} />
      </ActionMenu>
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
        { onSuccess: () => toast(say('requestWithdrawn'), () => request.mutate({ agentId: agent.id })) },
      )
  }
  if (connection?.state === 'accepted')
    return (
      <ConfirmButton
        label={say('disconnect')}
        title={say('disconnectFrom', { displayName: agent.displayName })}
        confirmLabel={say('disconnect')}
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutateAsync({ connectionId: connection.id })}
      >
        <p>{say('disconnectConsequence', { displayName: agent.displayName })}</p>
      </ConfirmButton>
    )
  return (
    <>
      <Button busy={request.isPending || decide.isPending || remove.isPending} onClick={act}>
        {connection === undefined || connection.state === 'declined'
          ? say('connect')
          : connection.direction === 'incoming'
            ? say('acceptConnection')
            : say('withdrawRequest')}
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
        {say('unblock')}
      </Button>
    )
  return (
    <ConfirmButton
      label={say('block')}
      variant="quiet"
      title={say('blockTitle', { displayName: agent.displayName })}
      confirmLabel={say('block')}
      busy={block.isPending}
      error={block.error}
      onConfirm={() => block.mutateAsync({ name: agent.id })}
    >
      <p>{say('blockConsequence', { displayName: agent.displayName })}</p>
    </ConfirmButton>
  )
}
