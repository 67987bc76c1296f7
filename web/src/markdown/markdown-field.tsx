import { Bold, Code, Link as LinkIcon, List } from 'lucide-react'
import { useRef, useState, type ChangeEvent, type KeyboardEvent } from 'react'
import { say } from '../messages/en/editor.ts'
import { TextAreaField } from '../ui/forms/field.tsx'
import { ToolButton } from '../ui/actions/tool-button.tsx'
import { formatEdit, type Format } from './format-edit.ts'
import classes from './markdown-field.module.css'
import { RichText } from './rich-text.tsx'

interface MarkdownFieldProps {
  readonly label: string
  readonly name: string
  readonly value: string
  readonly error?: string | undefined
  readonly rows?: number
  /** Number of characters that are allowed. */
  readonly max: number
  readonly onChange: (event: ChangeEvent<HTMLTextAreaElement>) => void
  readonly onBlur: () => void
}

const tools = [
  ['bold', Bold, say('bold')],
  ['list', List, say('bulletedList')],
  ['link', LinkIcon, say('link')],
  ['code', Code, say('code')],
] as const

/** Long text in Markdown, with tools and a preview. */
export function MarkdownField({ max, ...rest }: MarkdownFieldProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const [previews, setPreviews] = useState(false)
  const { value } = rest
  return (
    <div
      className={classes.field}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'b' || !(event.metaKey || event.ctrlKey)) return
        event.preventDefault()
        format(area.current, 'bold')
      }}
    >
      <TextAreaField
        {...rest}
        ref={area}
        note={value === '' ? undefined : say('ofCharacters', { length: value.length, max })}
        tools={
          <div className={classes.tools} role="group" aria-label={say('formatting')}>
            {tools.map(([name, Icon, label]) => (
              <ToolButton
                key={name}
                aria-label={label}
                title={label}
                disabled={previews}
                // The selection stays in the text.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => format(area.current, name)}
              >
                <Icon size={15} strokeWidth={1.75} aria-hidden="true" />
              </ToolButton>
            ))}
            <ToolButton aria-pressed={previews} onClick={() => setPreviews(!previews)}>
              {say('preview')}
            </ToolButton>
          </div>
        }
        preview={
          previews ? (
            <div className={classes.preview} role="region" aria-label={say('preview')}>
              {value.trim() === '' ? <p className="muted">{say('nothingToPreview')}</p> : null}
              <RichText text={value} />
            </div>
          ) : undefined
        }
      />
    </div>
  )
}

/** Edits as if typed: `insertText` keeps the undo history of the browser, which no other call does. */
function format(area: HTMLTextAreaElement | null, name: Format): void {
  if (area === null) return
  const { value, selectionStart, selectionEnd } = area
  const edit = formatEdit(name, { text: value, start: selectionStart, end: selectionEnd })
  area.focus()
  area.setSelectionRange(edit.from, edit.to)
  // oxlint-disable-next-line typescript/no-deprecated -- see above
  document.execCommand('insertText', false, edit.replacement)
  area.setSelectionRange(edit.start, edit.end)
}
