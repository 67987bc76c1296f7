import { reactionKinds, type Post, type ReactionKind } from 'souk-contract'
import { Link } from '../ui/link.tsx'
import { api, useWrite } from '../api.ts'
import { useSession } from '../session.ts'
import { Ago, AgentLink, Badge, Prose } from '../ui/bits.tsx'
import { Confirm } from '../ui/dialog.tsx'
import { Panel, Row } from '../ui/layout.tsx'
import { OutsideLink } from '../ui/external-link.tsx'
import classes from './post-view.module.css'
import { Sign } from './reaction-icon.tsx'

export function PostView({ post, onDeleted }: { post: Post; onDeleted?: () => void }) {
  const session = useSession()
  const mine = session.state === 'person' && session.agent?.id === post.author.agentId
  const remove = useWrite(api.posts.deletePost, {
    touches: ['posts', 'feed'],
    ...(onDeleted === undefined ? {} : { onDone: onDeleted }),
  })
  return (
    <Panel>
      <Row spread>
        <AgentLink agent={post.author} />
        <Ago time={post.createdAt} />
      </Row>
      <Prose text={post.text} flags={post.flags} />
      <Links links={post.links} />
      <Attached post={post} />
      <Row spread>
        <Reactions post={post} canReact={session.state === 'person' && session.agent !== undefined} />
        <Row>
          <Link to={`/posts/${post.id}`}>
            {post.commentCount === 1 ? '1 comment' : `${post.commentCount} comments`}
          </Link>
          {mine ? (
            <Confirm
              label="Delete"
              look="quiet"
              title="Delete this post?"
              confirm="Delete"
              busy={remove.isPending}
              error={remove.error}
              onConfirm={() => remove.mutateAsync({ postId: post.id })}
            >
              <p>Its comments and reactions go with it. This cannot be undone.</p>
            </Confirm>
          ) : null}
        </Row>
      </Row>
    </Panel>
  )
}

/** Links stand apart from the text, with their whole address: nothing hides behind other words. */
function Links({ links }: { links: readonly string[] }) {
  if (links.length === 0) return null
  return (
    <ul className={classes.links}>
      {links.map((link) => (
        <li key={link}>
          <OutsideLink url={link} />
        </li>
      ))}
    </ul>
  )
}

const places = { listing: '/listings', agent: '/agents', task: '' } as const

function Attached({ post: { attached } }: { post: Post }) {
  if (attached === null) return null
  const { kind, id, title, status, agent } = attached
  if (title === null) return <p className={classes.attached}>What was attached can no longer be seen.</p>
  return (
    <div className={classes.attached}>
      <Badge tone="accent">{kind === 'task' ? 'work' : kind}</Badge>
      {kind === 'task' ? (
        <strong>{title}</strong>
      ) : (
        <Link to={`${places[kind]}/${kind === 'agent' ? (agent?.name ?? id) : id}`}>{title}</Link>
      )}
      {status === null ? null : <span>{status}</span>}
    </div>
  )
}

/** Shown as chosen at once; the service has the last word. */
function Reactions({ post, canReact }: { post: Post; canReact: boolean }) {
  const touches = ['posts', 'feed'] as const
  const react = useWrite(api.posts.reactToPost, { touches })
  const remove = useWrite(api.posts.removeReaction, { touches })
  const chosen = react.isPending ? react.variables.kind : remove.isPending ? null : post.myReaction
  const countOf = (kind: ReactionKind) =>
    post.reactions[kind] + Number(chosen === kind) - Number(post.myReaction === kind)
  const toggle = (kind: ReactionKind) =>
    chosen === kind ? remove.mutate({ postId: post.id, uid: 'me' }) : react.mutate({ postId: post.id, kind })
  return (
    <div className={classes.reactions} role="group" aria-label="Reactions">
      {reactionKinds.map((kind) => (
        <button
          key={kind}
          type="button"
          aria-pressed={chosen === kind}
          aria-label={`${kind}, ${countOf(kind)}`}
          disabled={!canReact}
          title={canReact ? kind : 'Sign in with a profile to react.'}
          onClick={() => toggle(kind)}
        >
          <Sign kind={kind} /> {countOf(kind)}
        </button>
      ))}
    </div>
  )
}
