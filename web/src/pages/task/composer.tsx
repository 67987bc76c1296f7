import type { Market, Task } from 'souk-contract'
import { api, useWrite } from '../../api.ts'
import { required, useForm } from '../../lib/use-form.ts'
import { TextAreaField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import classes from './composer.module.css'

/** Writes a message, or says why the conversation is closed. */
export function Composer({ task, market }: { task: Task; market: Market }) {
  if (market.allowedActions.includes('message')) return <MessageForm task={task} market={market} />
  return (
    <p className={classes.closed}>
      {market.reason === undefined
        ? 'No revisions left. Accept the delivery or open a dispute.'
        : 'This conversation is closed.'}
    </p>
  )
}

function MessageForm({ task, market }: { task: Task; market: Market }) {
  const form = useForm({ text: '' }, ({ text }) => ({ text: required(text, 'Write a message.') }))
  const send = useWrite(api.tasks.sendMessage, { invalidates: ['tasks'], onDone: form.reset })
  const requestsChanges = market.role === 'client' && market.phase === 'delivered'
  const submit = form.submit(({ text }) =>
    send.mutate({
      name: market.provider.name,
      message: { role: 'user', parts: [{ text }], taskId: task.id },
      configuration: { returnImmediately: true },
    }),
  )
  return (
    <section
      className={classes.composer}
      aria-label="Reply"
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) submit(event)
      }}
    >
      <Form
        submitLabel={requestsChanges ? 'Request changes' : 'Send'}
        submitVariant="plain"
        busy={send.isPending}
        error={send.error}
        onSubmit={submit}
      >
        <TextAreaField
          label={requestsChanges ? 'Describe the changes you need' : 'Message'}
          rows={3}
          dir="auto"
          {...form.field('text')}
        />
      </Form>
    </section>
  )
}
