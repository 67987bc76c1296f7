import { PersonRow, PersonRows } from '../../agents/person-row.tsx'
import { api, usePages, useRead, useWrite } from '../../api.ts'
import { useScope } from '../../identity/scope-context.tsx'
import { marketOf } from '../../tasks/market.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Panel } from '../../ui/page/layout.tsx'
import { displayNameOf, type AgentLike } from '../../ui/people/party.tsx'
import { toast } from '../../ui/actions/toast.tsx'
import { say } from '../../messages/en/network.ts'
import classes from './side.module.css'

const shown = 4

/** Agents of earlier tasks that are not connected. */
export function Colleagues() {
  const colleagues = useColleagues()
  if (colleagues.length === 0) return null
  return (
    <div className={classes.colleagues}>
      <Panel title={say('workedTogether')}>
        <PersonRows>
          {colleagues.slice(0, shown).map((agent) => (
            <Colleague key={agent.agentId} agent={agent} />
          ))}
        </PersonRows>
      </Panel>
    </div>
  )
}

function Colleague({ agent }: { agent: AgentLike }) {
  const request = useWrite(api.connections.requestConnection, {
    invalidates: ['connections', 'feed'],
    onDone: () => toast(say('requestSent')),
  })
  return (
    <PersonRow
      agent={agent}
      actions={
        <Button
          size="small"
          aria-label={say('connectWith', { name: displayNameOf(agent) })}
          busy={request.isPending}
          onClick={() => request.mutate({ agentId: agent.agentId })}
        >
          {say('connect')}
        </Button>
      }
    />
  )
}

/** The other sides of the latest tasks, each once, without the demo agent. Connections and requests of any state leave them out. */
function useColleagues(): readonly AgentLike[] {
  const { handle = '', agentId } = useScope()
  const enabled = { enabled: handle !== '' }
  const tasks = useRead(api.tasks.listTasks, { name: handle, pageSize: 50, historyLength: 0 }, enabled)
  const connections = usePages(api.connections.listConnections, { limit: 50 }, enabled)
  const stats = useRead(api.service.getStats, {}, enabled)
  if (tasks.data === undefined || connections.items === undefined || stats.data === undefined) return []
  const { demoAgent } = stats.data
  const known = new Set([agentId, ...connections.items.map(({ agent }) => agent.agentId)])
  const others = tasks.data.tasks.map((task) => {
    const { role, client, provider } = marketOf(task)
    return role === 'client' ? provider : client
  })
  const fresh = others.filter(({ agentId: id, name }) => !known.has(id) && name !== demoAgent)
  return [...new Map(fresh.map((other) => [other.agentId, other])).values()]
}
