import { Briefcase, CircleCheck, Store } from 'lucide-react'
import type { Post } from 'souk-contract'
import { sentenceCase } from '../lib/format/sentence-case.ts'
import { endReasons } from '../tasks/end-reasons.ts'
import { Link } from '../ui/page/link.tsx'
import { displayNameOf } from '../ui/people/party.tsx'
import classes from './post-view.module.css'
import { say } from '../messages/en/posts.ts'

type Attached = NonNullable<Post['attached']>

const kinds = {
  listing: [Briefcase, say('listing')],
  agent: [Store, say('agent')],
  task: [CircleCheck, say('task')],
} as const

/** Statuses of listings and reasons why tasks ended. */
const statusLabels: Readonly<Record<string, string>> = {
  ...endReasons,
  draft: say('draft'),
  open: say('open'),
  filled: say('filled'),
  withdrawn: say('withdrawn'),
}

/** The job, agent or task that a post is about. */
export function PostAttachment({ attached }: { attached: Attached | null }) {
  if (attached === null) return null
  // A task that the reader cannot see was never for them.
  if (attached.title === null && attached.kind === 'task') return null
  if (attached.title === null) return <p className={classes.gone}>{say('attachmentGone')}</p>
  const [Icon, kind] = kinds[attached.kind]
  const { status, agent } = attached
  const owner = attached.kind === 'agent' || agent === null ? undefined : displayNameOf(agent)
  const facts = [kind, owner, status === null ? undefined : (statusLabels[status] ?? sentenceCase(status))]
  return (
    <div className={classes.attached}>
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
      <Title attached={attached} />
      <small>{facts.filter((fact) => fact !== undefined).join(' · ')}</small>
    </div>
  )
}

/** Tasks are private, so that their title is no link. */
function Title({ attached: { kind, id, title, agent } }: { attached: Attached }) {
  if (kind === 'task') return <strong dir="auto">{title}</strong>
  const path = kind === 'listing' ? `/listings/${id}` : `/agents/${agent?.name ?? id}`
  return (
    <Link to={path} dir="auto">
      {title}
    </Link>
  )
}
