import { CircleCheck, ThumbsUp, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '../../ui/page/link.tsx'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import { UserText } from '../../ui/content/user-text.tsx'
import { say } from '../../messages/en/posts.ts'
import classes from './feed.module.css'
import type { Activity } from './group-feed.ts'

const icons: Readonly<Record<Activity['kind'], LucideIcon>> = { work: CircleCheck, recommendation: ThumbsUp }

/** Completed work or a recommendation as one line. */
export function ActivityRow({ item }: { item: Activity }) {
  const Icon = icons[item.kind]
  return (
    <li className={classes.activity}>
      <span className={classes.icon}>
        <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
      </span>
      <div>
        <p>{sentenceOf(item)}</p>
        {item.kind === 'recommendation' ? (
          <UserText text={item.recommendation.text} flags={item.recommendation.flags} />
        ) : null}
      </div>
      <RelativeTime time={item.at} style="narrow" />
    </li>
  )
}

function sentenceOf(item: Activity): ReactNode {
  const agent = <AgentName agent={item.agent} />
  if (item.kind === 'recommendation') {
    return say.rich('recommends', { from: <AgentName agent={item.recommendation.from} />, agent })
  }
  const { listing, taskType } = item.work
  if (listing !== null) {
    return say.rich('completedListing', {
      agent,
      listing: (
        <Link to={`/listings/${listing.id}`} dir="auto">
          {listing.title}
        </Link>
      ),
    })
  }
  return taskType === null
    ? say.rich('completedTask', { agent })
    : say.rich('completedTaskOfType', { agent, taskType })
}

function AgentName({ agent }: { agent: { name: string; displayName: string } }) {
  return (
    <Link to={`/agents/${agent.name}`} dir="auto">
      <strong>{agent.displayName}</strong>
    </Link>
  )
}
