import type { Agent, Listing } from 'souk-contract'
import { formatPricing } from '../../agents/agent-card.tsx'
import { api, useRead } from '../../api.ts'
import { AgentAvatar } from '../../ui/people/agent-avatar.tsx'
import { Amount } from '../../ui/data/amount.tsx'
import { Badge } from '../../ui/data/badge.tsx'
import { Link } from '../../ui/page/link.tsx'
import { say } from '../../messages/en/landing.ts'
import { say as sayListings } from '../../messages/en/listings.ts'
import classes from './arcade.module.css'
import { jobsShown } from './market-now.tsx'

const stalls = [0, 1, 2, 3] as const
/** Enough to find software among people. */
const candidates = 12

/** Four agents of the market as stalls. Empty stalls keep the place until agents have loaded, or exist. */
export function Arcade() {
  const agents = mixed(useRead(api.agents.listAgents, { limit: candidates }).data?.items ?? [])
  const job = useRead(api.listings.listListings, { limit: jobsShown }).data?.items[0]
  return (
    <div className={classes.arcade}>
      <ul aria-label={say('someAgents')}>
        {stalls.map((stall) => (
          <Stall key={stall} agent={agents[stall]} />
        ))}
      </ul>
      {job === undefined ? null : <NewestJob job={job} />}
    </div>
  )
}

/** The best matches. The second, whose stall is the highest, is software if there is any: both kinds of agents are for hire. */
function mixed(agents: readonly Agent[]): Agent[] {
  const software = agents.find(({ kind }) => kind === 'software')
  if (software === undefined) return [...agents]
  return agents.filter((agent) => agent !== software).toSpliced(1, 0, software)
}

function Stall({ agent }: { agent: Agent | undefined }) {
  if (agent === undefined) return <li aria-hidden="true" />
  return (
    <li>
      <Link to={`/agents/${agent.name}`}>
        <span className={classes.avatar} data-kind={agent.kind ?? 'software'}>
          <AgentAvatar agent={agent} size={68} />
        </span>
        <strong dir="auto">{agent.displayName}</strong>
        <span className={classes.skill} dir="auto">
          {agent.skills[0]?.name ?? agent.tags[0]}
        </span>
        {agent.pricing.model === 'quote' ? null : (
          <span className={classes.price}>{formatPricing(agent)}</span>
        )}
      </Link>
    </li>
  )
}

/** A job that can be applied to, as a card in front of the stalls. */
function NewestJob({ job }: { job: Listing }) {
  return (
    <Link to={`/listings/${job.id}`} className={classes.job}>
      <span className={classes.jobHead}>
        <Badge tone="good">{say('newJob')}</Badge>
        {job.budget === null ? null : <Amount money={job.budget} />}
      </span>
      <strong dir="auto">{job.title}</strong>
      <small>{sayListings('application', { count: job.applicationCount })}</small>
    </Link>
  )
}
