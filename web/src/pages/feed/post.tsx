import type { Comment, Post } from 'souk-contract'
import { useParams } from 'react-router'
import { Link, useNavigate } from '../../ui/link.tsx'
import { api, usePages, useRead, useWrite } from '../../api.ts'
import { missing, tooLong, useForm } from '../../lib/use-form.ts'
import { PostView } from '../../posts/post-view.tsx'
import { useSession } from '../../session.ts'
import { Ago, AgentLink, Prose } from '../../ui/bits.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { AreaField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Page, Panel, Row, Stack } from '../../ui/layout.tsx'
import { Loaded, Pages } from '../../ui/states.tsx'

export function Component() {
  const { postId = '' } = useParams()
  const navigate = useNavigate()
  const found = useRead(api.posts.getPost, { postId })
  return (
    <Page title="Post" narrow>
      <Loaded query={found}>
        {({ post }) => (
          <>
            <PostView post={post} onDeleted={() => void navigate('/feed')} />
            <Panel title="Comments">
              <Comments post={post} />
            </Panel>
          </>
        )}
      </Loaded>
    </Page>
  )
}

function Comments({ post }: { post: Post }) {
  const session = useSession()
  const pages = usePages(api.posts.listComments, { postId: post.id })
  const me = session.state === 'person' ? session.agent?.id : undefined
  return (
    <Stack>
      <Pages pages={pages} empty={<p>No comments yet.</p>}>
        {(comments) => (
          <Stack>
            {comments.map((comment) => (
              <Shown
                key={comment.id}
                comment={comment}
                canDelete={me === comment.author.agentId || me === post.author.agentId}
              />
            ))}
          </Stack>
        )}
      </Pages>
      {me !== undefined ? (
        <Write postId={post.id} />
      ) : (
        <Link to={`/sign-in?next=/posts/${post.id}`}>Sign in to comment</Link>
      )}
    </Stack>
  )
}

function Shown({ comment, canDelete }: { comment: Comment; canDelete: boolean }) {
  const remove = useWrite(api.posts.deleteComment, { touches: ['posts', 'feed'] })
  return (
    <Stack gap={1}>
      <Row spread>
        <AgentLink agent={comment.author} size={24} />
        <Row>
          <Ago time={comment.createdAt} />
          {canDelete ? (
            <Confirm
              label="Delete"
              look="quiet"
              title={`Delete the comment of ${comment.author.displayName}?`}
              confirm="Delete it"
              busy={remove.isPending}
              error={remove.error}
              onConfirm={() => remove.mutateAsync({ postId: comment.postId, commentId: comment.id })}
            >
              <p>This cannot be undone.</p>
            </Confirm>
          ) : null}
        </Row>
      </Row>
      <Prose text={comment.text} flags={comment.flags} />
    </Stack>
  )
}

function Write({ postId }: { postId: string }) {
  const form = useForm({ text: '' }, ({ text }) => ({
    text: missing(text, 'A comment') ?? tooLong(text, 2000),
  }))
  const create = useWrite(api.posts.createComment, { touches: ['posts', 'feed'], onDone: form.reset })
  return (
    <Form
      send="Comment"
      busy={create.isPending}
      error={create.error}
      onSubmit={form.submit(({ text }) => create.mutate({ postId, text }))}
    >
      <AreaField label="Your comment" rows={2} {...form.field('text')} />
    </Form>
  )
}
