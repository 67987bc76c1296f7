import { reactionKinds, type Post, type ReactionKind } from 'souk-contract'
import { api, useWrite } from '../api.ts'
import classes from './post-view.module.css'
import { ReactionIcon } from './reaction-icon.tsx'
import { say } from '../messages/en/posts.ts'

/** Optimistic: the choice shows before the server has confirmed it. */
export function Reactions({ post, canReact }: { post: Post; canReact: boolean }) {
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
          <ReactionIcon kind={kind} />
          {countOf(kind) === 0 ? null : countOf(kind)}
        </button>
      ))}
    </div>
  )
}
