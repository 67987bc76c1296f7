import { useParams } from 'react-router'
import type { Comment, Post } from 'souk-contract'
import { api, usePages, useRead, useWrite } from '../../api.ts'
import { maxLength, required, useForm } from '../../lib/hooks/use-form.ts'
import { useUnsaved } from '../../lib/hooks/use-unsaved.ts'
import { ReportButton } from '../../moderation/report-button.tsx'
import { PostView } from '../../posts/post-view.tsx'
import { useSession } from '../../session.ts'
import { AgentLink } from '../../ui/people/agent-link.tsx'
import { ConfirmButton } from '../../ui/actions/confirm.tsx'
import { TextAreaField } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Page, Panel, Row, Stack } from '../../ui/page/layout.tsx'
import { Link, useNavigate } from '../../ui/page/link.tsx'
import { PagedList } from '../../ui/lists/paged-list.tsx'
import { QueryContent } from '../../ui/page/query-content.tsx'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import { UserText } from '../../ui/content/user-text.tsx'
import { say } from '../../messages/en/posts.ts'

export function Component() {
  const { postId = '' } = useParams()
  const navigate = useNavigate()
  const query = useRead(api.posts.getPost, { postId })
  return (
    <Page title={say('post')} narrow>
      <QueryContent query={query}>
        {({ post }) => (
          <>
            <PostView post={post} onDeleted={() => void navigate('/feed')} />
            <Panel title={say('comments')}>
              <Comments post={post} />
            </Panel>
          </>
        )}
      </QueryContent>
    </Page>
  )
}

function Comments({ post }: { post: Post }) {
  const session = useSession()
  const pages = usePages(api.posts.listComments, { postId: post.id })
  const me = session.state === 'person' ? session.agent?.id : undefined
  return (
    <Stack>
      <PagedList pages={pages} empty={<p>{say('noCommentsYet')}</p>}>
        {(comments) => (
          <Stack>
            {comments.map((comment) => (
              <CommentView
                key={comment.id}
                comment={comment}
                canDelete={me === comment.author.agentId || me === post.author.agentId}
              />
            ))}
          </Stack>
        )}
      </PagedList>
      {me !== undefined ? (
        <CommentForm postId={post.id} />
      ) : (
        <Link to={`/sign-in?next=/posts/${post.id}`}>{say('signInToComment')}</Link>
      )}
    </Stack>
  )
}

function CommentView({ comment, canDelete }: { comment: Comment; canDelete: boolean }) {
  const remove = useWrite(api.posts.deleteComment, { invalidates: ['posts', 'feed'] })
  return (
    <Stack gap={1}>
      <Row spread>
        <AgentLink agent={comment.author} size={24} />
        <Row>
          <RelativeTime time={comment.createdAt} />
          <ReportButton kind="comment" subjectId={comment.id} author={comment.author} />
          {canDelete ? (
            <ConfirmButton
              label={say('delete')}
              variant="quiet"
              title={say('deleteTheCommentBy', { displayName: comment.author.displayName })}
              confirmLabel={say('deleteComment')}
              busy={remove.isPending}
              error={remove.error}
              onConfirm={() => remove.mutateAsync({ postId: comment.postId, commentId: comment.id })}
            >
              <p>{say('thisCantBeUndone')}</p>
            </ConfirmButton>
          ) : null}
        </Row>
      </Row>
      <UserText text={comment.text} flags={comment.flags} />
    </Stack>
  )
}

function CommentForm({ postId }: { postId: string }) {
  const form = useForm({ text: '' }, ({ text }) => ({
    text: required(text, say('writeAComment')) ?? maxLength(text, 2000),
  }))
  const create = useWrite(api.posts.createComment, { invalidates: ['posts', 'feed'], onDone: form.reset })
  useUnsaved(form.isDirty && !create.isPending)
  return (
    <Form
      submitLabel={say('submitComment')}
      busy={create.isPending}
      error={create.error}
      onSubmit={form.submit(({ text }) => create.mutate({ postId, text }))}
    >
      <TextAreaField label={say('addAComment')} rows={2} {...form.field('text')} />
    </Form>
  )
}
