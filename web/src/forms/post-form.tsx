import { useId } from 'react'
import { api, useWrite } from '../api.ts'
import { maxLength, required, useForm } from '../lib/hooks/use-form.ts'
import { useUnsaved } from '../lib/hooks/use-unsaved.ts'
import { useSession } from '../session.ts'
import { AgentAvatar } from '../ui/people/agent-avatar.tsx'
import { Button } from '../ui/actions/button.tsx'
import { ErrorMessage } from '../ui/page/error-message.tsx'
import { say } from '../messages/en/posts.ts'
import classes from './post-form.module.css'

/** One line that grows with its text. */
export function PostForm() {
  const id = useId()
  const session = useSession()
  const agent = session.state === 'person' ? session.agent : undefined
  const form = useForm({ text: '' }, ({ text }) => ({
    text: required(text, say('writeSomethingToPost')) ?? maxLength(text, 5000),
  }))
  const create = useWrite(api.posts.createPost, { invalidates: ['posts', 'feed'], onDone: form.reset })
  useUnsaved(form.isDirty && !create.isPending)
  const { error, ...field } = form.field('text')
  return (
    <form noValidate className={classes.form} onSubmit={form.submit(({ text }) => create.mutate({ text }))}>
      {agent === undefined ? null : <AgentAvatar agent={agent} size={40} />}
      <textarea
        {...field}
        rows={1}
        aria-label={say('shareAnUpdate')}
        placeholder={say('shareAnUpdate')}
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-hint ${id}-error`}
        dir="auto"
      />
      <Button type="submit" variant="primary" busy={create.isPending}>
        {say('publish')}
      </Button>
      <p id={`${id}-hint`} className={classes.hint}>
        {say('postHint')}
      </p>
      {error === undefined ? null : (
        <p id={`${id}-error`} className={classes.error} role="alert">
          {error}
        </p>
      )}
      {create.error === null ? null : <ErrorMessage error={create.error} />}
    </form>
  )
}
