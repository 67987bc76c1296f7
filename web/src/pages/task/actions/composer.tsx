import type { Ref } from 'react'
import { marketplaceExtension, type Market, type Task } from 'souk-contract'
import { api, useWrite } from '../../../api.ts'
import { MessageEditor } from '../../../files/message-editor.tsx'
import { useMessageDraft } from '../../../files/use-message-draft.ts'
import { partsOf } from '../../../files/use-uploads.ts'
import classes from './composer.module.css'
import { ModeChoice, type Mode } from './mode-choice.tsx'
import { displayNameOf } from '../../../ui/people/party.tsx'
import { say } from '../../../messages/en/tasks.ts'

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

interface ComposerProps {
  readonly task: Task
  readonly market: Market
  /** The chosen meaning of the message, where there is a choice. */
  readonly mode: Mode
  readonly onMode: (mode: Mode) => void
  readonly ref: Ref<HTMLDivElement>
}

/** Writes a message, or says why the conversation is closed. */
export function Composer(props: ComposerProps) {
  const { market } = props
  const modes = modesOf(market)
  if (modes.length > 0) return <MessageForm {...props} modes={modes} />
  return (
    <p className={classes.closed}>
      {market.reason === undefined ? say('noRevisionsLeft') : say('thisConversationIsClosed')}
    </p>
  )
}

export function modesOf({ role, phase, allowedActions }: Market): readonly Mode[] {
  if (role === 'client' && phase === 'delivered')
    return (['changes', 'question'] as const).filter((mode) => allowedActions.includes(mode))
  return allowedActions.includes('message') ? ['message'] : []
}

interface MessageFormProps extends ComposerProps {
  readonly modes: readonly Mode[]
}

function MessageForm({ task, market, modes, mode: chosen, onMode, ref }: MessageFormProps) {
  const mode = modes.includes(chosen) ? chosen : (modes[0] ?? 'message')
  const draft = useMessageDraft(`task ${task.id}`)
  const send = useWrite(api.tasks.sendMessage, { invalidates: ['tasks'], onDone: draft.clear })
  const { label, submit, hint } = labels[mode]
  const message = {
    role: 'user',
    parts: [...(draft.text.trim() === '' ? [] : [{ text: draft.text }]), ...partsOf(draft.uploads.files)],
    taskId: task.id,
    ...(mode === 'message' ? {} : { metadata: { [marketplaceExtension]: { intent: mode } } }),
  }
  return (
    <div className={classes.composer} ref={ref}>
      <MessageEditor
        draft={draft}
        label={label}
        hint={hint}
        submitLabel={submit}
        busy={send.isPending}
        error={send.error}
        actingAs={displayNameOf(market[market.role])}
        onSend={() =>
          send.mutate({
            name: market.provider.name,
            message,
            configuration: { returnImmediately: true },
          })
        }
      >
        {modes.length > 1 ? <ModeChoice market={market} mode={mode} onChoose={onMode} /> : null}
      </MessageEditor>
    </div>
  )
}
