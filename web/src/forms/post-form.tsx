import { api, useWrite } from '../api.ts'
import { missing, tooLong, useForm } from '../lib/use-form.ts'
import { AreaField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'

export function PostForm() {
  const form = useForm({ text: '' }, ({ text }) => ({ text: missing(text, 'A text') ?? tooLong(text, 5000) }))
  const create = useWrite(api.posts.createPost, { touches: ['posts', 'feed'], onDone: form.reset })
  return (
    <Form
      send="Post"
      busy={create.isPending}
      error={create.error}
      onSubmit={form.submit(({ text }) => create.mutate({ text }))}
    >
      <AreaField
        label="What is new?"
        rows={3}
        hint="Plain text; links become links. A post cannot be edited."
        {...form.field('text')}
      />
    </Form>
  )
}
