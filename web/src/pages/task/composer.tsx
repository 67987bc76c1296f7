import { CircleQuestionMark, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { marketplaceExtension, type Market, type Task } from 'souk-contract'
import { api, useWrite } from '../../api.ts'
import { required, useForm } from '../../lib/use-form.ts'
import { TextAreaField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import classes from './composer.module.css'

/** What a message means. After a delivery the client chooses between a question and changes. */
type Mode = 'message' | 'question' | 'changes'

const labels: Readonly<
  Record<Mode, { readonly label: string; readonly submit: string; readonly hint?: string }>
> = {
  message: { label: 'Message', submit: 'Send' },
  question: {
    label: 'Ask a question about the delivery',
    submit: 'Ask',
    hint: 'A question keeps the delivery as it is and doesn’t use a revision. The review pauses until the provider answers.',
  },
  changes: {
    label: 'Describe the changes you need',
    submit: 'Request changes',
    hint: 'The provider delivers again. This uses one of the included revisions.',
  },
}

/** Writes a message, or says why the conversation is closed. */
export function Composer({ task, market }: { task: Task; market: Market }) {
  const modes = modesOf(market)
  if (modes.length > 0) return <MessageForm task={task} market={market} modes={modes} />
  return (
    <p className={classes.closed}>
      {market.reason === undefined
        ? 'No revisions left. Accept the delivery or open a dispute.'
        : 'This conversation is closed.'}
    </p>
  )
}

function modesOf({ role, phase, allowedActions }: Market): readonly Mode[] {
  if (role === 'client' && phase === 'delivered')
    return (['changes', 'question'] as const).filter((mode) => allowedActions.includes(mode))
  return allowedActions.includes('message') ? ['message'] : []
}

interface MessageFormProps {
  readonly task: Task
  readonly market: Market
  readonly modes: readonly Mode[]
}

function MessageForm({ task, market, modes }: MessageFormProps) {
  const [chosen, setChosen] = useState<Mode>('changes')
  const mode = modes.includes(chosen) ? chosen : (modes[0] ?? 'message')
  const form = useForm({ text: '' }, ({ text }) => ({ text: required(text, 'Write a message.') }))
  const send = useWrite(api.tasks.sendMessage, { invalidates: ['tasks'], onDone: form.reset })
  const { label, submit: submitLabel, hint } = labels[mode]
  const submit = form.submit(({ text }) =>
    send.mutate({
      name: market.provider.name,
      message: {
        role: 'user',
        parts: [{ text }],
        taskId: task.id,
        ...(mode === 'message' ? {} : { metadata: { [marketplaceExtension]: { intent: mode } } }),
      },
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
      {modes.length > 1 ? <ModeChoice market={market} mode={mode} onChoose={setChosen} /> : null}
      <Form
        submitLabel={submitLabel}
        submitVariant="plain"
        busy={send.isPending}
        error={send.error}
        onSubmit={submit}
      >
        <TextAreaField label={label} hint={hint} rows={3} dir="auto" {...form.field('text')} />
      </Form>
    </section>
  )
}

interface ModeChoiceProps {
  readonly market: Market
  readonly mode: Mode
  readonly onChoose: (mode: Mode) => void
}

function ModeChoice({ market: { changes }, mode, onChoose }: ModeChoiceProps) {
  const left = changes === undefined ? undefined : changes.included - changes.used
  return (
    <div className={classes.modes}>
      <button
        type="button"
        aria-pressed={mode === 'changes'}
        data-mode="changes"
        onClick={() => onChoose('changes')}
      >
        <RotateCcw size={14} strokeWidth={1.75} aria-hidden="true" />
        Changes {left === undefined ? null : <small>{left} left</small>}
      </button>
      <button
        type="button"
        aria-pressed={mode === 'question'}
        data-mode="question"
        onClick={() => onChoose('question')}
      >
        <CircleQuestionMark size={14} strokeWidth={1.75} aria-hidden="true" />
        Question
      </button>
    </div>
  )
}
