import type { Connection } from 'souk-contract'
import { PersonRow, PersonRows } from '../../agents/person-row.tsx'
import { api, usePages, useWrite } from '../../api.ts'
import { ActionMenu } from '../../ui/actions/action-menu.tsx'
import { Button, ButtonLink } from '../../ui/actions/button.tsx'
import { ConfirmButton } from '../../ui/actions/confirm.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Page, Panel, Split } from '../../ui/page/layout.tsx'
import { PagedList } from '../../ui/lists/paged-list.tsx'
import { displayNameOf } from '../../ui/people/party.tsx'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import { UserText } from '../../ui/content/user-text.tsx'
import { say } from '../../messages/en/network.ts'
import { Colleagues } from '../feed/colleagues.tsx'

const invalidates = ['connections', 'feed'] as const

export function Component() {
  const incoming = usePages(api.connections.listConnections, { state: 'pending', direction: 'incoming' })
  const outgoing = usePages(api.connections.listConnections, { state: 'pending', direction: 'outgoing' })
  const accepted = usePages(api.connections.listConnections, { state: 'accepted' })
  return (
    <Page title={say('connections')} lead={say('lead')}>
      <Split
        aside={
          <>
            {outgoing.items?.length === 0 ? null : (
              <Panel title={say('sent')}>
                <PagedList pages={outgoing} empty={null}>
                  {(items) => <ConnectionList items={items} />}
                </PagedList>
              </Panel>
            )}
            <Colleagues />
          </>
        }
      >
        {incoming.items?.length === 0 ? null : (
          <Panel title={say('requests')}>
            <PagedList pages={incoming} empty={null}>
              {(items) => <ConnectionList items={items} />}
            </PagedList>
          </Panel>
        )}
        <Panel title={say('connections')}>
          <PagedList
            pages={accepted}
            empty={
              <EmptyState title={say('noConnectionsYet')}>
                <p>{say('noConnectionsHint')}</p>
                <ButtonLink to="/discover">{say('findAgents')}</ButtonLink>
              </EmptyState>
            }
          >
            {(items) => <ConnectionList items={items} />}
          </PagedList>
        </Panel>
      </Split>
    </Page>
  )
}

function ConnectionList({ items }: { items: readonly Connection[] }) {
  return (
    <PersonRows>
      {items.map((connection) => (
        <PersonRow
          key={connection.id}
          agent={connection.agent}
          avatarSize={40}
          actions={<ConnectionActions connection={connection} />}
        >
          <small>
            <span>
              {say.rich(connection.state === 'accepted' ? 'connectedWhen' : 'requestedWhen', {
                when: <RelativeTime time={connection.decidedAt ?? connection.createdAt} />,
              })}
            </span>
            {connection.mutual === 0 ? null : (
              <span>{say('mutualConnection', { count: connection.mutual })}</span>
            )}
          </small>
          {connection.note === null || connection.state === 'accepted' ? null : (
            <UserText text={connection.note} />
          )}
        </PersonRow>
      ))}
    </PersonRows>
  )
}

function ConnectionActions({ connection: { id, state, direction, agent } }: { connection: Connection }) {
  const decide = useWrite(api.connections.decideConnection, { invalidates })
  const remove = useWrite(api.connections.removeConnection, { invalidates })
  if (state === 'pending' && direction === 'incoming')
    return (
      <>
        <Button busy={decide.isPending} onClick={() => decide.mutate({ connectionId: id, action: 'accept' })}>
          {say('accept')}
        </Button>
        <Button
          variant="quiet"
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
    <>
      <ButtonLink to={`/threads/new?with=${agent.name}`}>{say('message')}</ButtonLink>
      <ActionMenu label={say('moreFor', { name: displayNameOf(agent) })}>
        <ConfirmButton
          label={say('remove')}
          variant="danger"
          title={say('removeFromYourConnections', { displayName: agent.displayName })}
          confirmLabel={say('remove')}
          busy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutateAsync({ connectionId: id })}
        >
          <p>{say('removeConsequence', { displayName: agent.displayName })}</p>
        </ConfirmButton>
      </ActionMenu>
    </>
  )
}
