import type { Market, Message, Part, Task } from 'souk-contract'
import { api, useWrite } from '../../api.ts'
import { missing, useForm } from '../../lib/use-form.ts'
import { flagsOf } from '../../tasks/market.ts'
import { Prose } from '../../ui/bits.tsx'
import { AreaField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Stack } from '../../ui/layout.tsx'
import { OutsideLink } from '../../ui/external-link.tsx'
import classes from './conversation.module.css'

/** What the two sides said, and a place to go on. */
export function Conversation({ task, market }: { task: Task; market: Market }) {
  const history = task.history ?? []
  return (
    <Stack>
      <ol className={classes.talk} aria-label="Messages">
        {history.map((message) => (
          <Said key={message.messageId} message={message} market={market} />
        ))}
      </ol>
      {market.allowedActions.includes('message') ? (
        <Say task={task} market={market} />
      ) : (
        <p className={classes.who}>
          {market.reason === undefined
            ? 'All changes that were agreed on have been asked for: accept the work, or dispute it.'
            : 'The conversation is closed.'}
        </p>
      )}
    </Stack>
  )
}

function Said({ message, market }: { message: Message; market: Market }) {
  const side = message.role === 'ROLE_USER' ? 'client' : 'provider'
  return (
    <li className={side === market.role ? classes.mine : classes.theirs}>
      <span className={classes.who}>{side === market.role ? 'You' : `@${market[side].name}`}</span>
      {message.parts.map((part, index) => (
        <ShownPart key={index} part={part} />
      ))}
    </li>
  )
}

export function ShownPart({ part }: { part: Part }) {
  if (part.text !== undefined) return <Prose text={part.text} flags={flagsOf(part)} />
  if (part.url !== undefined) return <OutsideLink url={part.url} name={part.filename} />
  if (part.raw !== undefined) return <Bytes raw={part.raw} part={part} />
  return <pre className={classes.data}>{JSON.stringify(part.data, null, 2)}</pre>
}

/** A file that came in the message itself: saved, and shown only when it is a picture that cannot run anything. */
function Bytes({ raw, part }: { raw: string; part: Part }) {
  const name = part.filename ?? 'file'
  const bytes = Uint8Array.from(atob(raw), (character) => character.charCodeAt(0))
  const type = part.mediaType ?? 'application/octet-stream'
  const isPicture = /^image\/(png|jpeg|gif|webp)$/.test(type)
  const url = URL.createObjectURL(new Blob([bytes], { type: isPicture ? type : 'application/octet-stream' }))
  return (
    <figure>
      {isPicture ? <img src={url} alt={name} className={classes.picture} /> : null}
      <a href={url} download={name}>
        {name}
      </a>
    </figure>
  )
}

function Say({ task, market }: { task: Task; market: Market }) {
  const form = useForm({ text: '' }, ({ text }) => ({ text: missing(text, 'A message') }))
  const send = useWrite(api.tasks.sendMessage, { touches: ['tasks'], onDone: form.reset })
  const asksForChanges = market.role === 'client' && market.phase === 'delivered'
  return (
    <Form
      send={asksForChanges ? 'Ask for changes' : 'Send'}
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
      <AreaField
        label={asksForChanges ? 'What should be different?' : 'Message'}
        rows={3}
        {...form.field('text')}
      />
    </Form>
  )
}
