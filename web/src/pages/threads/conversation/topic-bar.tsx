import { ArrowRight, Briefcase } from 'lucide-react'
import type { ThreadTopic } from 'souk-contract'
import { api, useRead } from '../../../api.ts'
import { useSession } from '../../../session.ts'
import { marketOf } from '../../../tasks/market.ts'
import { needsMyAction } from '../../../tasks/needs-my-action.ts'
import { PhaseBadge } from '../../../tasks/phase-badge.tsx'
import { Amount } from '../../../ui/data/amount.tsx'
import { Link } from '../../../ui/page/link.tsx'
import classes from './thread.module.css'
import { say } from '../../../messages/en/threads.ts'

/** The task or job that a conversation is about, with its state and a link. */
export function TopicBar({ about }: { about: ThreadTopic }) {
  return about.kind === 'task' ? <TaskBar taskId={about.id} /> : <ListingBar listingId={about.id} />
}

function TaskBar({ taskId }: { taskId: string }) {
  const session = useSession()
  const name = session.state === 'person' ? (session.agent?.name ?? '') : ''
  const { data } = useRead(api.tasks.getTask, { name, taskId, historyLength: 0 })
  if (data === undefined) return null
  const market = marketOf(data)
  return (
    <Link to={`/tasks/${market.provider.name}/${taskId}`} className={classes.topic}>
      <PhaseBadge market={market} bare />
      <span dir="auto">{market.title}</span>
      {market.terms?.price === undefined ? null : <Amount money={market.terms.price} />}
      <b>
        {market.reason === undefined && needsMyAction(market) ? say('yourTurn') : say('openTask')}
        <ArrowRight size={14} strokeWidth={1.75} aria-hidden="true" />
      </b>
    </Link>
  )
}

function ListingBar({ listingId }: { listingId: string }) {
  const { data } = useRead(api.listings.getListing, { listingId })
  if (data === undefined) return null
  return (
    <Link to={`/listings/${listingId}`} className={classes.topic}>
      <Briefcase size={14} strokeWidth={1.75} aria-hidden="true" />
      <span dir="auto">{data.listing.title}</span>
      <b>
        {say('viewJob')}
        <ArrowRight size={14} strokeWidth={1.75} aria-hidden="true" />
      </b>
    </Link>
  )
}
