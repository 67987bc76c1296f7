import type { Connection } from 'souk-contract'
import { api, usePages, useWrite } from '../../api.ts'
import { AgentLink } from '../../ui/agent-link.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page, Panel, Row, Stack } from '../../ui/layout.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { UserText } from '../../ui/user-text.tsx'
import { say } from '../../messages/en/network.ts'

const invalidates = ['connections', 'feed'] as const

export function Component() {
  const incoming = usePages(api.connections.listConnections, { state: 'pending', direction: 'incoming' })
  const outgoing = usePages(api.connections.listConnections, { state: 'pending', direction: 'outgoing' })
  const accepted = usePages(api.connections.listConnections, { state: 'accepted' })
  return (
    <Page title={say('connections')} lead={say('lead')} narrow>
      <Panel title={say('requests')}>
        <PagedList pages={incoming} empty={<p>{say('noRequests')}</p>}>
          {(items) => <ConnectionList items={items} />}
        </PagedList>
      </Panel>
      <Panel title={say('connections')}>
        <PagedList
          pages={accepted}
          empty={
            <EmptyState title={say('noConnectionsYet')}>
              <p>{say('noConnectionsHint')}</p>
            </EmptyState>
          }
        >
          {(items) => <ConnectionList items={items} />}
        </PagedList>
      </Panel>
      <Panel title={say('sent')}>
        <PagedList pages={outgoing} empty={<p>{say('noSentRequests')}</p>}>
          {(items) => <ConnectionList items={items} />}
        </PagedList>
      </Panel>
    </Page>
  )
}

function ConnectionList({ items }: { items: readonly Connection[] }) {
  return (
    <Stack gap={3}>
      {items.map((connection) => (
        <Stack gap={1} key={connection.id}>
          <Row spread>
            <AgentLink agent={connection.agent} />
            <Row>
              {connection.mutual === 0 ? null : (
                <span>{say('mutualConnection', { count: connection.mutual })}</span>
              )}
              <RelativeTime time={connection.createdAt} />
              <ConnectionActions connection={connection} />
            </Row>
          </Row>
          {connection.note === null ? null : <UserText text={connection.note} />}
        </Stack>
      ))}
    </Stack>
  )
}

function ConnectionActions({ connection: { id, state, direction, agent } }: { connection: Connection }) {
  const decide = useWrite(api.connections.decideConnection, { invalidates })
  const remove = useWrite(api.connections.removeConnection, { invalidates })
  if (state === 'pending' && direction === 'incoming')
    return (
      <>
        <Button
          variant="primary"
          busy={decide.isPending}
          onClick={() => decide.mutate({ connectionId: id, action: 'accept' })}
        >
          {say('accept')}
        </Button>
        <Button
          busy={decide.isPending}
          onClick={() => decide.mutate({ connectionId: id, action: 'decline' })}
        >
          {say('decline')}
        </Button>
      </>
    )
  if (state === 'pending')
    return (
      <Button busy={remove.isPending} onClick={() => remove.mutate({ connectionId: id })}>
        {say('withdraw')}
      </Button>
    )
  return (
    <ConfirmButton
      label={say('remove')}
      variant="quiet"
      title={say('removeFromYourConnections', { displayName: agent.displayName })}
      confirmLabel={say('remove')}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutateAsync({ connectionId: id })}
    >
      <p>{say('removeConsequence', { displayName: agent.displayName })}</p>
    </ConfirmButton>
  )
}
