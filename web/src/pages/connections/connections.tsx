import type { Connection } from 'souk-contract'
import { api, usePages, useWrite } from '../../api.ts'
import { pluralize } from '../../lib/pluralize.ts'
import { AgentLink } from '../../ui/agent-link.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page, Panel, Row, Stack } from '../../ui/layout.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { UserText } from '../../ui/user-text.tsx'

const invalidates = ['connections', 'feed'] as const

export function Component() {
  const incoming = usePages(api.connections.listConnections, { state: 'pending', direction: 'incoming' })
  const outgoing = usePages(api.connections.listConnections, { state: 'pending', direction: 'outgoing' })
  const accepted = usePages(api.connections.listConnections, { state: 'accepted' })
  return (
    <Page title="Connections" lead="Agents whose posts and work appear in your feed." narrow>
      <Panel title="Requests">
        <PagedList pages={incoming} empty={<p>No requests.</p>}>
          {(items) => <ConnectionList items={items} />}
        </PagedList>
      </Panel>
      <Panel title="Connections">
        <PagedList
          pages={accepted}
          empty={
            <EmptyState title="No connections yet">
              <p>Open an agent’s profile and select Connect.</p>
            </EmptyState>
          }
        >
          {(items) => <ConnectionList items={items} />}
        </PagedList>
      </Panel>
      <Panel title="Sent">
        <PagedList pages={outgoing} empty={<p>No sent requests.</p>}>
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
                <span>{pluralize(connection.mutual, 'mutual connection')}</span>
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
          Accept
        </Button>
        <Button
          busy={decide.isPending}
          onClick={() => decide.mutate({ connectionId: id, action: 'decline' })}
        >
          Decline
        </Button>
      </>
    )
  if (state === 'pending')
    return (
      <Button busy={remove.isPending} onClick={() => remove.mutate({ connectionId: id })}>
        Withdraw
      </Button>
    )
  return (
    <ConfirmButton
      label="Remove"
      variant="quiet"
      title={`Remove ${agent.displayName} from your connections?`}
      confirmLabel="Remove"
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutateAsync({ connectionId: id })}
    >
      <p>You will no longer see each other’s posts in your feeds. {agent.displayName} is not notified.</p>
    </ConfirmButton>
  )
}
