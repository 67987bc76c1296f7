import { useState, type ReactNode, type SyntheticEvent } from 'react'
import type { SoukError } from 'souk-sdk'
import { RichText } from '../markdown/rich-text.tsx'
import { Button } from '../ui/actions/button.tsx'
import { ErrorMessage } from '../ui/page/error-message.tsx'
import { TextAreaField } from '../ui/forms/field.tsx'
import { ToolButton } from '../ui/actions/tool-button.tsx'
import { AttachButton } from './attach-button.tsx'
import { DropZone } from './drop-zone.tsx'
import classes from './message-editor.module.css'
import { UploadList } from './upload-list.tsx'
import type { MessageDraft } from './use-message-draft.ts'
import { say } from '../messages/en/editor.ts'

interface MessageEditorProps {
  readonly draft: MessageDraft
  readonly label: string
  readonly placeholder?: string | undefined
  /** Grows with the text and shows no label, for conversations. */
  readonly compact?: boolean
  readonly hint?: string | undefined
  readonly submitLabel: string
  readonly submitVariant?: 'primary' | 'plain'
  readonly busy: boolean
  readonly error: SoukError | null
  /** Name that the message is sent as. */
  readonly actingAs: string
  readonly onSend: () => void
  /** Shown above the text. */
  readonly children?: ReactNode
}

/** Text with Markdown and files; sent with the button or Ctrl+Enter. */
export function MessageEditor(props: MessageEditorProps) {
  const { draft, busy, error, onSend, compact = false, children } = props
  const [previews, setPreviews] = useState(false)
  const [submitted, setSubmitted] = useState(false)
  const problem = draft.uploads.problem ?? (draft.isEmpty ? say('writeOrAttach') : undefined)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setSubmitted(problem !== undefined)
    if (problem !== undefined || busy) return
    setPreviews(false)
    onSend()
  }
  return (
    <section
      className={compact ? `${classes.editor} ${classes.compact}` : classes.editor}
      aria-label={say('reply')}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) submit(event)
      }}
    >
      {children}
      <form onSubmit={submit} noValidate>
        <DropZone onFiles={draft.uploads.add}>
          {previews ? (
            <div className={classes.preview} role="region" aria-label={say('preview')}>
              <RichText text={draft.text} />
            </div>
          ) : (
            <TextAreaField
              label={props.label}
              placeholder={props.placeholder}
              hint={props.hint}
              error={submitted ? problem : undefined}
              rows={compact ? 1 : 3}
              value={draft.text}
              onChange={({ target }) => draft.setText(target.value)}
            />
          )}
          <UploadList uploads={draft.uploads} />
        </DropZone>
        {error === null ? null : <ErrorMessage error={error} />}
        <Bar {...props} previews={previews} onPreview={() => setPreviews(!previews)} />
      </form>
    </section>
  )
}

interface BarProps extends MessageEditorProps {
  readonly previews: boolean
  readonly onPreview: () => void
}

function Bar(props: BarProps) {
  const { draft, previews, onPreview, actingAs, submitLabel, submitVariant = 'plain', busy } = props
  return (
    <div className={classes.bar}>
      <AttachButton label={say('attach')} onFiles={draft.uploads.add} />
      <ToolButton aria-pressed={previews} onClick={onPreview}>
        {say('preview')}
      </ToolButton>
      <small>{draft.isEmpty ? say('markdownWorks') : say('draftSaved')}</small>
      <span className={classes.acting}>{say('as', { name: actingAs })}</span>
      <Button type="submit" variant={submitVariant} busy={busy}>
        {submitLabel}
      </Button>
    </div>
  )
}
