import { api, useRead } from '../api.ts'
import { Link } from '../ui/page/link.tsx'
import classes from './agent-name.module.css'

/** Display name and handle of an agent. Suspended and private agents have no public profile, so their id is shown. */
export function AgentName({ agentId }: { agentId: string }) {
  const { data } = useRead(api.agents.getAgent, { name: agentId })
  return (
    <Link to={`/operator/agents/${agentId}`}>
      {data === undefined ? (
        <code className={classes.id}>{agentId}</code>
      ) : (
        <>
          <span dir="auto">{data.agent.displayName}</span> <small className="muted">@{data.agent.name}</small>
        </>
      )}
    </Link>
  )
}
