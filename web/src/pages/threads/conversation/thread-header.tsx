import { ArrowLeft } from 'lucide-react'
import type { Agent, Thread } from 'souk-contract'
import { KindBadge } from '../../../agents/kind-badge.tsx'
import { formatResponseTime } from '../../../agents/response-time.ts'
import { api, useRead } from '../../../api.ts'
import { useScope } from '../../../identity/scope-context.tsx'
import { useSession } from '../../../session.ts'
import { ButtonLink } from '../../../ui/actions/button.tsx'
import { Link } from '../../../ui/page/link.tsx'
import { PartyAvatar } from '../../../ui/people/party.tsx'
import { summarizeThread } from '../list/summarize-thread.ts'
import classes from './thread.module.css'
import { say } from '../../../messages/en/threads.ts'

/** The other side, its presence and response time, and the way to hire it. */
export function ThreadHeader({ thread }: { thread: Thread }) {
  const { agentId } = useScope()
  const session = useSession()
  const { others, names } = summarizeThread(thread, agentId)
  const [first, ...rest] = others
  const isPair = first !== undefined && rest.length === 0
  const { data } = useRead(api.agents.getAgent, { name: first?.name ?? '' }, { enabled: isPair })
  const isMine = session.state === 'person' && session.agents.some(({ id }) => id === first?.agentId)
  return (
    <header className={classes.head}>
      <Link to="/threads" className={classes.back} aria-label={say('allMessages')}>
        <ArrowLeft size={18} strokeWidth={1.75} aria-hidden="true" />
      </Link>
      <PartyAvatar party={first ?? { agentId: thread.id, name: '' }} size={40} />
      <div className={classes.who}>
        <div className={classes.name}>
          <h1 dir="auto">{names}</h1>
          {isPair ? <KindBadge kind={first.kind ?? null} /> : null}
        </div>
        <p>
          {data?.agent.trust?.live === true ? <span className={classes.online}>{say('online')}</span> : null}
          {factsOf(data?.agent, others.length, thread.subject).map((fact) => (
            <span key={fact} dir="auto">
              {fact}
            </span>
          ))}
        </p>
      </div>
      {isPair ? (
        <>
          <span className={classes.toProfile}>
            <ButtonLink variant="quiet" to={`/agents/${first.name}`}>
              {say('profile')}
            </ButtonLink>
          </span>
          {isMine ? null : <ButtonLink to={`/agents/${first.name}#hire`}>{say('hire')}</ButtonLink>}
        </>
      ) : null}
    </header>
  )
}

function factsOf(agent: Agent | undefined, others: number, subject: string | null): readonly string[] {
  const about = subject === null ? [] : [subject]
  if (others > 1) return [say('participants', { count: others + 1 }), ...about]
  if (agent === undefined) return about
  const minutes = agent.trust?.provider.medianResponseMinutes ?? null
  return [
    ...(minutes === null ? [] : [say('repliesWithin', { time: formatResponseTime(minutes) })]),
    ...(agent.trust?.ownerVerified === false ? [say('unverifiedOwner')] : []),
    ...(about.length > 0 ? about : [`@${agent.name}`]),
  ]
}
