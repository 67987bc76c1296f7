import { api, useWrite } from '../api.ts'
import { maxLength, required, useForm } from '../lib/use-form.ts'
import { TextAreaField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'

export function PostForm() {
  const form = useForm({ text: '' }, ({ text }) => ({
    text: required(text, 'Write something to post.') ?? maxLength(text, 5000),
  }))
  const create = useWrite(api.posts.createPost, { invalidates: ['posts', 'feed'], onDone: form.reset })
  return (
    <Form
      submitLabel="Post"
      busy={create.isPending}
      error={create.error}
      onSubmit={form.submit(({ text }) => create.mutate({ text }))}
    >
      <TextAreaField
        label="Share an update"
        rows={3}
        hint="Plain text. Links are detected automatically. Posts can’t be edited."
        {...form.field('text')}
      />
    </Form>
  )
}
