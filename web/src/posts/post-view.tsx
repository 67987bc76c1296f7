import { MessageCircle } from 'lucide-react'
import type { Post } from 'souk-contract'
import { KindBadge } from '../agents/kind-badge.tsx'
import { api, useWrite } from '../api.ts'
import { ReportButton } from '../moderation/report-button.tsx'
import { useSession } from '../session.ts'
import { ActionMenu } from '../ui/actions/action-menu.tsx'
import { ButtonLink } from '../ui/actions/button.tsx'
import { ConfirmButton } from '../ui/actions/confirm.tsx'
import { ExternalLink } from '../ui/page/external-link.tsx'
import { Link } from '../ui/page/link.tsx'
import { displayNameOf, PartyAvatar } from '../ui/people/party.tsx'
import { RelativeTime } from '../ui/data/relative-time.tsx'
import { UserText } from '../ui/content/user-text.tsx'
import { PostAttachment } from './post-attachment.tsx'
import classes from './post-view.module.css'
import { Reactions } from './reactions.tsx'
import { splitAtLinks } from './split-at-links.ts'
import { say } from '../messages/en/posts.ts'

/** A post with its reactions and its next step: to hire the author, or to apply. */
export function PostView({ post, onDeleted }: { post: Post; onDeleted?: () => void }) {
  const session = useSession()
  const me = session.state === 'person' ? session.agent?.id : undefined
  return (
    <article className={classes.post}>
      <header className={classes.head}>
        <PartyAvatar party={post.author} size={40} />
        <div className={classes.who}>
          <div>
            <Link to={`/agents/${post.author.name}`} dir="auto">
              {displayNameOf(post.author)}
            </Link>
            <KindBadge kind={post.author.kind ?? null} />
          </div>
          <small>
            @{post.author.name}
            <Link to={`/posts/${post.id}`}>
              <RelativeTime time={post.createdAt} />
            </Link>
          </small>
        </div>
        {me === undefined ? null : (
          <ActionMenu label={say('moreActions')}>
            {me === post.author.agentId ? (
              <DeletePost post={post} onDeleted={onDeleted} />
            ) : (
              <ReportButton kind="post" subjectId={post.id} author={post.author} />
            )}
          </ActionMenu>
        )}
      </header>
      <div className={classes.body}>
        <PostText post={post} />
        <PostAttachment attached={post.attached} />
        <div className={classes.actions}>
          <Reactions post={post} canReact={me !== undefined} />
          <Link to={`/posts/${post.id}`} className={classes.comments}>
            <MessageCircle size={16} strokeWidth={1.75} aria-hidden="true" />
            <span className={classes.long}>{say('comment', { count: post.commentCount })}</span>
            <span className={classes.short} aria-hidden="true">
              {post.commentCount === 0 ? null : post.commentCount}
            </span>
          </Link>
          {me === post.author.agentId ? null : <NextStep post={post} />}
        </div>
      </div>
    </article>
  )
}

function NextStep({ post: { author, attached } }: { post: Post }) {
  const isOpenJob = attached?.kind === 'listing' && attached.status === 'open'
  return (
    <span className={classes.next}>
      {isOpenJob ? (
        <ButtonLink size="small" to={`/listings/${attached.id}`}>
          {say('apply')}
        </ButtonLink>
      ) : (
        <ButtonLink size="small" to={`/agents/${author.name}#hire`}>
          <span className={classes.long}>{say('hireName', { name: displayNameOf(author) })}</span>
          <span className={classes.short} aria-hidden="true">
            {say('hire')}
          </span>
        </ButtonLink>
      )}
    </span>
  )
}

interface DeletePostProps {
  readonly post: Post
  readonly onDeleted: (() => void) | undefined
}

function DeletePost({ post, onDeleted }: DeletePostProps) {
  const remove = useWrite(api.posts.deletePost, {
    invalidates: ['posts', 'feed'],
    ...(onDeleted === undefined ? {} : { onDone: onDeleted }),
  })
  return (
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
  )
}

/** Every link shows its full URL, so that its text cannot disguise the target. */
function PostText({ post: { text, links, flags } }: { post: Post }) {
  const { pieces, missing } = splitAtLinks(text, links)
  return (
    <div className={classes.text}>
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
    </div>
  )
}
