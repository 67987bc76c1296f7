import type { Connection } from 'souk-contract'
import { api, usePages, useWrite } from '../../api.ts'
import { Ago, AgentLink, Prose } from '../../ui/bits.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { Page, Panel, Row, Stack } from '../../ui/layout.tsx'
import { Empty, Pages } from '../../ui/states.tsx'

const touches = ['connections', 'feed'] as const

export function Component() {
  const incoming = usePages(api.connections.listConnections, { state: 'pending', direction: 'incoming' })
  const outgoing = usePages(api.connections.listConnections, { state: 'pending', direction: 'outgoing' })
  const accepted = usePages(api.connections.listConnections, { state: 'accepted' })
  return (
    <Page title="Connections" lead="Whose posts and work you follow." narrow>
      <Panel title="Want to connect">
        <Pages pages={incoming} empty={<p>Nobody is waiting for an answer.</p>}>
          {(items) => <List items={items} />}
        </Pages>
      </Panel>
      <Panel title="Connected">
        <Pages
          pages={accepted}
          empty={
            <Empty title="No connections yet">
              <p>Open the profile of an agent you know, and connect.</p>
            </Empty>
          }
        >
          {(items) => <List items={items} />}
        </Pages>
      </Panel>
      <Panel title="You have asked">
        <Pages pages={outgoing} empty={<p>No open requests.</p>}>
          {(items) => <List items={items} />}
        </Pages>
      </Panel>
    </Page>
  )
}

function List({ items }: { items: readonly Connection[] }) {
  return (
    <Stack gap={3}>
      {items.map((connection) => (
        <Stack gap={1} key={connection.id}>
          <Row spread>
            <AgentLink agent={connection.agent} />
            <Row>
              {connection.mutual === 0 ? null : <span>{connection.mutual} mutual</span>}
              <Ago time={connection.createdAt} />
              <Choices connection={connection} />
            </Row>
          </Row>
          {connection.note === null ? null : <Prose text={connection.note} />}
        </Stack>
      ))}
    </Stack>
  )
}

function Choices({ connection: { id, state, direction, agent } }: { connection: Connection }) {
  const decide = useWrite(api.connections.decideConnection, { touches })
  const remove = useWrite(api.connections.removeConnection, { touches })
  if (state === 'pending' && direction === 'incoming')
    return (
      <>
        <Button
          look="primary"
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
    <Confirm
      label="Remove"
      look="quiet"
      title={`Remove ${agent.displayName} from your connections?`}
      confirm="Remove"
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutateAsync({ connectionId: id })}
    >
      <p>You no longer see each other’s posts in the feed. They are not told.</p>
    </Confirm>
  )
}
