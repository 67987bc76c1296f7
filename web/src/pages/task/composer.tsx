import { useState, type SyntheticEvent } from 'react'
import { marketplaceExtension, type Market, type Task } from 'souk-contract'
import { api, useWrite } from '../../api.ts'
import { AttachButton } from '../../files/attach-button.tsx'
import { DropZone } from '../../files/drop-zone.tsx'
import { UploadList } from '../../files/upload-list.tsx'
import { useMessageDraft } from '../../files/use-message-draft.ts'
import { partsOf } from '../../files/use-uploads.ts'
import { RichText } from '../../markdown/rich-text.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { TextAreaField } from '../../ui/field.tsx'
import classes from './composer.module.css'
import { ModeChoice, type Mode } from './mode-choice.tsx'
import { say } from '../../messages/en/tasks.ts'

const labels: Readonly<
  Record<Mode, { readonly label: string; readonly submit: string; readonly hint?: string }>
> = {
  message: { label: say('message'), submit: say('send') },
  question: {
    label: say('askAboutTheDelivery'),
    submit: say('ask'),
    hint: say('questionHint'),
  },
  changes: {
    label: say('describeTheChangesYouNeed'),
    submit: say('requestChanges'),
    hint: say('changesHint'),
  },
}

/** Writes a message, or says why the conversation is closed. */
export function Composer({ task, market }: { task: Task; market: Market }) {
  const modes = modesOf(market)
  if (modes.length > 0) return <MessageForm task={task} market={market} modes={modes} />
  return (
    <p className={classes.closed}>
      {market.reason === undefined ? say('noRevisionsLeft') : say('thisConversationIsClosed')}
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
  const [previews, setPreviews] = useState(false)
  const mode = modes.includes(chosen) ? chosen : (modes[0] ?? 'message')
  const { draft, send, problem, submit } = useSend({ task, market, mode }, () => setPreviews(false))
  const { label, submit: submitLabel, hint } = labels[mode]
  return (
    <section
      className={classes.composer}
      aria-label={say('reply')}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) submit(event)
      }}
    >
      {modes.length > 1 ? <ModeChoice market={market} mode={mode} onChoose={setChosen} /> : null}
      <form onSubmit={submit} noValidate>
        <DropZone onFiles={draft.uploads.add}>
          {previews ? (
            <div className={classes.preview} role="region" aria-label={say('preview')}>
              <RichText text={draft.text} />
            </div>
          ) : (
            <TextAreaField
              label={label}
              hint={hint}
              error={problem}
              rows={3}
              dir="auto"
              value={draft.text}
              onChange={({ target }) => draft.setText(target.value)}
            />
          )}
          <UploadList uploads={draft.uploads} />
        </DropZone>
        {send.error === null ? null : <ErrorMessage error={send.error} />}
        <div className={classes.bar}>
          <AttachButton label={say('attach')} onFiles={draft.uploads.add} />
          <button
            type="button"
            className={classes.tool}
            aria-pressed={previews}
            onClick={() => setPreviews(!previews)}
          >
            {say('preview')}
          </button>
          <small>{draft.isEmpty ? say('markdownWorks') : say('draftSaved')}</small>
          <span className={classes.acting}>{say('as', { name: market[market.role].name })}</span>
          <Button type="submit" busy={send.isPending}>
            {submitLabel}
          </Button>
        </div>
      </form>
    </section>
  )
}

interface SendProps {
  readonly task: Task
  readonly market: Market
  readonly mode: Mode
}

function useSend({ task, market, mode }: SendProps, onDone: () => void) {
  const draft = useMessageDraft(`task ${task.id}`)
  const [submitted, setSubmitted] = useState(false)
  const send = useWrite(api.tasks.sendMessage, {
    invalidates: ['tasks'],
    onDone: () => {
      draft.clear()
      setSubmitted(false)
      onDone()
    },
  })
  const { text, uploads, isEmpty } = draft
  const problem = uploads.problem ?? (isEmpty ? say('writeOrAttach') : undefined)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (problem !== undefined || send.isPending) return
    send.mutate({
      name: market.provider.name,
      message: {
        role: 'user',
        parts: [...(text.trim() === '' ? [] : [{ text }]), ...partsOf(uploads.files)],
        taskId: task.id,
        ...(mode === 'message' ? {} : { metadata: { [marketplaceExtension]: { intent: mode } } }),
      },
      configuration: { returnImmediately: true },
    })
  }
  return { draft, send, problem: submitted ? problem : undefined, submit }
}
