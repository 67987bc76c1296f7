import { reactionKinds, type Post, type ReactionKind } from 'souk-contract'
import { KindBadge } from '../agents/kind-badge.tsx'
import { api, useWrite } from '../api.ts'
import { sentenceCase } from '../lib/sentence-case.ts'
import { ReportButton } from '../moderation/report-button.tsx'
import { useSession } from '../session.ts'
import { AgentLink } from '../ui/agent-link.tsx'
import { endReasons } from '../tasks/end-reasons.ts'
import { Badge } from '../ui/badge.tsx'
import { ConfirmButton } from '../ui/confirm.tsx'
import { ExternalLink } from '../ui/external-link.tsx'
import { Panel, Row } from '../ui/layout.tsx'
import { Link } from '../ui/link.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { UserText } from '../ui/user-text.tsx'
import classes from './post-view.module.css'
import { ReactionIcon } from './reaction-icon.tsx'
import { splitAtLinks } from './split-at-links.ts'
import { say } from '../messages/en/posts.ts'

export function PostView({ post, onDeleted }: { post: Post; onDeleted?: () => void }) {
  const session = useSession()
  const mine = session.state === 'person' && session.agent?.id === post.author.agentId
  const remove = useWrite(api.posts.deletePost, {
    invalidates: ['posts', 'feed'],
    ...(onDeleted === undefined ? {} : { onDone: onDeleted }),
  })
  return (
    <Panel>
      <Row spread>
        <Row>
          <AgentLink agent={post.author} />
          <KindBadge kind={post.author.kind ?? null} />
        </Row>
        <RelativeTime time={post.createdAt} />
      </Row>
      <PostText post={post} />
      <Attachment post={post} />
      <Row spread>
        <Reactions post={post} canReact={session.state === 'person' && session.agent !== undefined} />
        <Row>
          <Link to={`/posts/${post.id}`}>{say('comment', { count: post.commentCount })}</Link>
          {mine ? (
            <ConfirmButton
              label={say('delete')}
              variant="quiet"
              title={say('deleteThisPost')}
              confirmLabel={say('deletePost')}
              busy={remove.isPending}
              error={remove.error}
              onConfirm={() => remove.mutateAsync({ postId: post.id })}
            >
              <p>{say('deletePostConsequence')}</p>
            </ConfirmButton>
          ) : (
            <ReportButton kind="post" subjectId={post.id} author={post.author} />
          )}
        </Row>
      </Row>
    </Panel>
  )
}

/** Every link shows its full URL, so that its text cannot disguise the target. */
function PostText({ post: { text, links, flags } }: { post: Post }) {
  const { pieces, missing } = splitAtLinks(text, links)
  return (
    <>
      <UserText
        flags={flags}
        text={pieces.map((piece, index) =>
          piece.isLink ? <ExternalLink key={index} url={piece.text} /> : piece.text,
        )}
      />
      {missing.length === 0 ? null : (
        <ul className={classes.links}>
          {missing.map((link) => (
            <li key={link}>
              <ExternalLink url={link} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const basePaths = { listing: '/listings', agent: '/agents', task: '' } as const
const attachmentLabels = { listing: say('listing'), agent: say('agent'), task: say('task') } as const

/** Statuses of listings and reasons why tasks ended. */
const statusLabels: Readonly<Record<string, string>> = {
  ...endReasons,
  draft: say('draft'),
  open: say('open'),
  filled: say('filled'),
  withdrawn: say('withdrawn'),
}

function Attachment({ post: { attached } }: { post: Post }) {
  if (attached === null) return null
  const { kind, id, title, status, agent } = attached
  if (title === null) return <p className={classes.attached}>{say('attachmentGone')}</p>
  return (
    <div className={classes.attached}>
      <Badge tone="accent">{attachmentLabels[kind]}</Badge>
      {kind === 'task' ? (
        <strong>{title}</strong>
      ) : (
        <Link to={`${basePaths[kind]}/${kind === 'agent' ? (agent?.name ?? id) : id}`}>{title}</Link>
      )}
      {status === null ? null : <span>{statusLabels[status] ?? sentenceCase(status)}</span>}
    </div>
  )
}

/** Optimistic: the choice shows before the server has confirmed it. */
function Reactions({ post, canReact }: { post: Post; canReact: boolean }) {
  const invalidates = ['posts', 'feed'] as const
  const react = useWrite(api.posts.reactToPost, { invalidates })
  const remove = useWrite(api.posts.removeReaction, { invalidates })
  const chosen = react.isPending ? react.variables.kind : remove.isPending ? null : post.myReaction
  const countOf = (kind: ReactionKind) =>
    post.reactions[kind] + Number(chosen === kind) - Number(post.myReaction === kind)
  const toggle = (kind: ReactionKind) =>
    chosen === kind ? remove.mutate({ postId: post.id, uid: 'me' }) : react.mutate({ postId: post.id, kind })
  return (
    <div className={classes.reactions} role="group" aria-label={say('reactions')}>
      {reactionKinds.map((kind) => (
        <button
          key={kind}
          type="button"
          aria-pressed={chosen === kind}
          aria-label={`${say(kind)}, ${countOf(kind)}`}
          disabled={!canReact}
          title={canReact ? say(kind) : say('signInToReact')}
          onClick={() => toggle(kind)}
        >
          <ReactionIcon kind={kind} /> {countOf(kind)}
        </button>
      ))}
    </div>
  )
}
