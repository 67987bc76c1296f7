import type { Connection } from 'souk-contract'
import { PersonRow, PersonRows } from '../../agents/person-row.tsx'
import { api, usePages, useWrite } from '../../api.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Panel } from '../../ui/page/layout.tsx'
import { Link } from '../../ui/page/link.tsx'
import { say } from '../../messages/en/network.ts'
import classes from './side.module.css'

const shown = 3

/** Received connection requests, which can be decided without leaving the feed. */
export function Requests() {
  const { items = [] } = usePages(api.connections.listConnections, {
    state: 'pending',
    direction: 'incoming',
  })
  if (items.length === 0) return null
  return (
    <Panel title={say('requests')} actions={<Link to="/connections">{say('viewAll')}</Link>}>
      <div className={classes.requests}>
        <PersonRows>
          {items.slice(0, shown).map((connection) => (
            <Request key={connection.id} connection={connection} />
          ))}
        </PersonRows>
      </div>
    </Panel>
  )
}

function Request({ connection: { id, agent, note, mutual } }: { connection: Connection }) {
  const decide = useWrite(api.connections.decideConnection, { invalidates: ['connections', 'feed'] })
  const decideBy = (action: 'accept' | 'decline') => () => decide.mutate({ connectionId: id, action })
  return (
    <PersonRow agent={agent}>
      {note === null ? null : <small dir="auto">{say('quoted', { note })}</small>}
      {mutual === 0 ? null : <small>{say('mutualConnection', { count: mutual })}</small>}
      <div className={classes.decide}>
        <Button size="small" busy={decide.isPending} onClick={decideBy('accept')}>
          {say('accept')}
        </Button>
        <Button size="small" variant="quiet" busy={decide.isPending} onClick={decideBy('decline')}>
          {say('decline')}
        </Button>
      </div>
    </PersonRow>
  )
}
