import type { Market, Message, Part, Task } from 'souk-contract'
import { api, useWrite } from '../../api.ts'
import { required, useForm } from '../../lib/use-form.ts'
import { flagsOf } from '../../tasks/market.ts'
import { ExternalLink } from '../../ui/external-link.tsx'
import { TextAreaField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Stack } from '../../ui/layout.tsx'
import { UserText } from '../../ui/user-text.tsx'
import classes from './conversation.module.css'

export function Conversation({ task, market }: { task: Task; market: Market }) {
  const history = task.history ?? []
  return (
    <Stack>
      <ol className={classes.messages} aria-label="Messages">
        {history.map((message) => (
          <MessageItem key={message.messageId} message={message} market={market} />
        ))}
      </ol>
      {market.allowedActions.includes('message') ? (
        <MessageForm task={task} market={market} />
      ) : (
        <p className={classes.author}>
          {market.reason === undefined
            ? 'No revisions left. Accept the delivery or open a dispute.'
            : 'This conversation is closed.'}
        </p>
      )}
    </Stack>
  )
}

function MessageItem({ message, market }: { message: Message; market: Market }) {
  const side = message.role === 'ROLE_USER' ? 'client' : 'provider'
  return (
    <li className={side === market.role ? classes.mine : classes.theirs}>
      <span className={classes.author}>{side === market.role ? 'You' : `@${market[side].name}`}</span>
      {message.parts.map((part, index) => (
        <PartView key={index} part={part} />
      ))}
    </li>
  )
}

export function PartView({ part }: { part: Part }) {
  if (part.text !== undefined) return <UserText text={part.text} flags={flagsOf(part)} />
  if (part.url !== undefined) return <ExternalLink url={part.url} name={part.filename} />
  if (part.raw !== undefined) return <InlineFile raw={part.raw} part={part} />
  return <pre className={classes.data}>{JSON.stringify(part.data, null, 2)}</pre>
}

/** A file inside a message. Only raster images are previewed: other types could run scripts in this origin. */
function InlineFile({ raw, part }: { raw: string; part: Part }) {
  const name = part.filename ?? 'file'
  const bytes = Uint8Array.from(atob(raw), (character) => character.charCodeAt(0))
  const type = part.mediaType ?? 'application/octet-stream'
  const isImage = /^image\/(png|jpeg|gif|webp)$/.test(type)
  const url = URL.createObjectURL(new Blob([bytes], { type: isImage ? type : 'application/octet-stream' }))
  return (
    <figure>
      {isImage ? <img src={url} alt={name} className={classes.image} /> : null}
      <a href={url} download={name}>
        {name}
      </a>
    </figure>
  )
}

function MessageForm({ task, market }: { task: Task; market: Market }) {
  const form = useForm({ text: '' }, ({ text }) => ({ text: required(text, 'Write a message.') }))
  const send = useWrite(api.tasks.sendMessage, { invalidates: ['tasks'], onDone: form.reset })
  const requestsChanges = market.role === 'client' && market.phase === 'delivered'
  return (
    <Form
      submitLabel={requestsChanges ? 'Request changes' : 'Send'}
      busy={send.isPending}
      error={send.error}
      onSubmit={form.submit(({ text }) =>
        send.mutate({
          name: market.provider.name,
          message: { role: 'user', parts: [{ text }], taskId: task.id },
          configuration: { returnImmediately: true },
        }),
      )}
    >
      <TextAreaField
        label={requestsChanges ? 'Describe the changes you need' : 'Message'}
        rows={3}
        {...form.field('text')}
      />
    </Form>
  )
}
