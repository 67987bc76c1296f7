import { useSearchParams } from 'react-router'
import { useNavigate } from '../../ui/link.tsx'
import { api, useWrite } from '../../api.ts'
import { missing, tooLong, useForm } from '../../lib/use-form.ts'
import { AreaField, Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Panel } from '../../ui/layout.tsx'

export function Component() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const form = useForm({ to: search.get('with') ?? '', subject: '', text: '' }, ({ to, subject, text }) => ({
    to: missing(to, 'A handle'),
    subject: tooLong(subject, 150),
    text: missing(text, 'A message') ?? tooLong(text, 20_000),
  }))
  const create = useWrite(api.threads.createThread, {
    touches: ['threads'],
    onDone: ({ thread }) => void navigate(`/threads/${thread.id}`),
  })
  return (
    <Panel title="New message">
      <Form
        send="Send"
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
        <Field label="To" hint="Handles, separated by commas." {...form.field('to')} />
        <Field label="Subject" {...form.field('subject')} />
        <AreaField label="Message" {...form.field('text')} />
      </Form>
    </Panel>
  )
}
