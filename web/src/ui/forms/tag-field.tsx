import { X } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { say } from '../../messages/en/ui.ts'
import { FieldLayout, useFieldIds } from './field.tsx'
import classes from './tag-field.module.css'

interface TagFieldProps {
  readonly label: string
  readonly name: string
  readonly hint?: ReactNode
  readonly error?: string | undefined
  /** Words separated by spaces or commas. A word that a separator ends is a tag; the last one is still being typed. */
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onBlur: () => void
}

/** Tags as chips. A space, a comma, Enter or leaving the field ends a tag, and Backspace removes the last. */
export function TagField({ label, name, hint, error, value, onChange, onBlur }: TagFieldProps) {
  const { id, describedBy } = useFieldIds(hint, error)
  const words = value.split(/[\s,]+/)
  const typed = words.at(-1) ?? ''
  const tags = words.slice(0, -1).filter(Boolean)
  const set = (ended: readonly string[], text: string) =>
    onChange(ended.length === 0 ? text : `${ended.join(' ')} ${text}`)
  const end = () => {
    if (typed !== '') set([...tags, typed], '')
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && typed !== '') {
      event.preventDefault()
      end()
    }
    if (event.key === 'Backspace' && typed === '') set(tags.slice(0, -1), '')
  }
  return (
    <FieldLayout {...{ id, label, hint, error }}>
      <div className={classes.field} data-invalid={error !== undefined}>
        {tags.map((tag, index) => (
          <span key={`${tag} ${String(index)}`} className={classes.tag}>
            <span dir="auto">{tag}</span>
            <button
              type="button"
              aria-label={say('removeTag', { tag })}
              onClick={() =>
                set(
                  tags.filter((_tag, other) => other !== index),
                  typed,
                )
              }
            >
              <X size={12} strokeWidth={2} aria-hidden="true" />
            </button>
          </span>
        ))}
        <input
          id={id}
          name={name}
          autoComplete="off"
          dir="auto"
          value={typed}
          aria-invalid={error !== undefined}
          aria-describedby={describedBy}
          onChange={({ target }) => set(tags, target.value)}
          onKeyDown={press}
          onBlur={() => {
            end()
            onBlur()
          }}
        />
      </div>
    </FieldLayout>
  )
}
