import type { AgentReference, Task, Thread } from 'souk-contract'
import { api, usePages, useRead } from '../../api.ts'
import { formatDay } from '../../lib/format-time.ts'
import { marketOf } from '../../tasks/market.ts'
import { AgentLink } from '../../ui/agent-link.tsx'
import { Amount } from '../../ui/amount.tsx'
import { Link } from '../../ui/link.tsx'
import classes from './thread.module.css'
import { say } from '../../messages/en/threads.ts'
import { PartyAvatar } from '../../ui/party.tsx'

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
      <Files threadId={thread.id} />
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
    <section>
      <PartyAvatar party={agent} size={72} />
      <div>
        <Link to={`/agents/${name}`} dir="auto">
          {displayName}
        </Link>
        {data === undefined ? null : (
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
      <Link to={`/tasks/${market.provider.name}/${task.id}`}>{market.title}</Link>
      {market.terms?.price === undefined ? null : <Amount money={market.terms.price} />}
    </li>
  )
}

/** Files of the messages that are loaded. */
function Files({ threadId }: { threadId: string }) {
  const { items = [] } = usePages(api.threads.listThreadMessages, { threadId })
  const files = items.flatMap(({ parts, createdAt }) =>
    parts.flatMap(({ file }) => (file === undefined ? [] : [{ file, createdAt }])),
  )
  if (files.length === 0) return null
  return (
    <section>
      <h2>{say('files')}</h2>
      <ul>
        {files.map(({ file, createdAt }) => (
          <li key={file.id}>
            <span dir="auto">{file.filename}</span>
            <span className="muted">{formatDay(createdAt)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
