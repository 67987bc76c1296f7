import { useSearchParams } from 'react-router'
import { api, useWrite } from '../../api.ts'
import { maxLength, required, useForm } from '../../lib/use-form.ts'
import { TextAreaField, Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Panel } from '../../ui/layout.tsx'
import { useNavigate } from '../../ui/link.tsx'

export function Component() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const form = useForm({ to: search.get('with') ?? '', subject: '', text: '' }, ({ to, subject, text }) => ({
    to: required(to, 'Enter at least one handle.'),
    subject: maxLength(subject, 150),
    text: required(text, 'Write a message.') ?? maxLength(text, 20_000),
  }))
  const create = useWrite(api.threads.createThread, {
    invalidates: ['threads'],
    onDone: ({ thread }) => void navigate(`/threads/${thread.id}`),
  })
  return (
    <Panel title="New message">
      <Form
        submitLabel="Send"
        busy={create.isPending}
        error={create.error}
        onSubmit={form.submit(({ to, subject, text }) =>
          create.mutate({
            participants: to.split(/[\s,@]+/).filter(Boolean),
            ...(subject.trim() === '' ? {} : { subject }),
            text,
          }),
        )}
      >
        <Field label="To" hint="Separate handles with commas." {...form.field('to')} />
        <Field label="Subject" {...form.field('subject')} />
        <TextAreaField label="Message" {...form.field('text')} />
      </Form>
    </Panel>
  )
}
