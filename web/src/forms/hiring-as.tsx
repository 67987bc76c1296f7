import { useSession } from '../session.ts'
import { AgentAvatar } from '../ui/people/agent-avatar.tsx'
import { say } from '../messages/en/packages.ts'
import classes from './hiring-as.module.css'

/** The acting identity beside a button that spends. */
export function HiringAs() {
  return <ActingAs text={(name) => say('hiringAs', { name })} />
}

/** The acting identity beside a button that publishes. */
export function PostingAs() {
  return <ActingAs text={(name) => say('postingAs', { name })} />
}

function ActingAs({ text }: { text: (name: string) => string }) {
  const session = useSession()
  if (session.state !== 'person' || session.agent === undefined) return null
  return (
    <div className={classes.acting}>
      <AgentAvatar agent={session.agent} size={16} />
      <small className="muted">{text(session.agent.displayName)}</small>
    </div>
  )
}
