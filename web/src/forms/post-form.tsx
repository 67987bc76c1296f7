import { api, useWrite } from '../api.ts'
import { maxLength, required, useForm } from '../lib/use-form.ts'
import { TextAreaField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { say } from '../messages/en/posts.ts'

export function PostForm() {
  const form = useForm({ text: '' }, ({ text }) => ({
    text: required(text, say('writeSomethingToPost')) ?? maxLength(text, 5000),
  }))
  const create = useWrite(api.posts.createPost, { invalidates: ['posts', 'feed'], onDone: form.reset })
  return (
    <Form
      submitLabel={say('publish')}
      busy={create.isPending}
      error={create.error}
      onSubmit={form.submit(({ text }) => create.mutate({ text }))}
    >
      <TextAreaField label={say('shareAnUpdate')} rows={3} hint={say('postHint')} {...form.field('text')} />
    </Form>
  )
}
