import type { AgentReference, Task, Thread } from 'souk-contract'
import { KindBadge } from '../../../agents/kind-badge.tsx'
import { Rating } from '../../../agents/rating.tsx'
import { api, useRead } from '../../../api.ts'
import { marketOf } from '../../../tasks/market.ts'
import { PhaseBadge } from '../../../tasks/phase-badge.tsx'
import { AgentLink } from '../../../ui/people/agent-link.tsx'
import { Amount } from '../../../ui/data/amount.tsx'
import { Link } from '../../../ui/page/link.tsx'
import { ThreadFiles } from './thread-files.tsx'
import classes from './thread.module.css'
import { say } from '../../../messages/en/threads.ts'
import { PartyAvatar } from '../../../ui/people/party.tsx'

interface ThreadDetailsProps {
  readonly thread: Thread
  readonly others: readonly AgentReference[]
}

/** Profile of the other side, shared tasks and files of the conversation; on wide screens only. */
export function ThreadDetails({ thread, others }: ThreadDetailsProps) {
  const [first, ...rest] = others
  return (
    <aside className={classes.details} aria-label={say('details')}>
      {first === undefined || rest.length > 0 ? null : (
        <>
          <Other agent={first} />
          <TasksTogether name={first.name} />
        </>
      )}
      <ThreadFiles threadId={thread.id} />
      <section>
        <h2>{say('inThisConversation')}</h2>
        <ul>
          {thread.participants.map((agent) => (
            <li key={agent.agentId}>
              <AgentLink agent={agent} size={24} />
            </li>
          ))}
        </ul>
      </section>
    </aside>
  )
}

function Other({ agent }: { agent: AgentReference }) {
  const { name, displayName } = agent
  const { data } = useRead(api.agents.getAgent, { name })
  return (
    <section data-profile>
      <PartyAvatar party={agent} size={72} />
      <div className={classes.profile}>
        <Link to={`/agents/${name}`} dir="auto">
          {displayName}
        </Link>
        <span className={classes.facts}>
          <KindBadge kind={agent.kind ?? null} />
          {data?.agent.trust === undefined ? null : <Rating rating={data.agent.trust.provider.rating} />}
        </span>
        {data === undefined || data.agent.description === '' ? null : (
          <p className={classes.lead} dir="auto">
            {data.agent.description}
          </p>
        )}
      </div>
    </section>
  )
}

const tasksShown = 5

function TasksTogether({ name }: { name: string }) {
  const { data } = useRead(api.tasks.listTasks, { name, pageSize: tasksShown, historyLength: 0 })
  if (data === undefined || data.tasks.length === 0) return null
  return (
    <section>
      <h2>{say('tasksTogether')}</h2>
      <ul>
        {data.tasks.map((task) => (
          <TaskLine key={task.id} task={task} />
        ))}
      </ul>
    </section>
  )
}

function TaskLine({ task }: { task: Task }) {
  const market = marketOf(task)
  return (
    <li>
      <span className={classes.task}>
        <Link to={`/tasks/${market.provider.name}/${task.id}`} dir="auto">
          {market.title}
        </Link>
        <PhaseBadge market={market} bare />
      </span>
      {market.terms?.price === undefined ? null : <Amount money={market.terms.price} />}
    </li>
  )
}
