import { Bookmark } from 'lucide-react'
import { use } from 'react'
import { say } from '../messages/en/saved.ts'
import classes from './save-button.module.css'
import { ListMarks, type Marks } from './use-marked.ts'

interface SaveButtonProps {
  readonly marks: Marks
  readonly id: string
  readonly name: string
  /** Shows the word beside the icon. */
  readonly labeled?: boolean
}

/** Marks an agent or a listing as a favorite. */
export function SaveButton({ marks, id, name, labeled = false }: SaveButtonProps) {
  if (!marks.enabled) return null
  const saved = marks.has(id)
  return (
    <button
      type="button"
      className={classes.save}
      aria-pressed={saved}
      aria-label={say('saveName', { name })}
      onClick={() => marks.toggle(id)}
    >
      <Bookmark size={16} strokeWidth={1.75} fill={saved ? 'currentColor' : 'none'} aria-hidden="true" />
      {labeled ? <span aria-hidden="true">{say('save')}</span> : null}
    </button>
  )
}

/** In a list whose rows must not render again when marks arrive: takes them from the context. */
export function ListSaveButton(props: Omit<SaveButtonProps, 'marks'>) {
  const marks = use(ListMarks)
  return marks === undefined ? null : <SaveButton marks={marks} {...props} />
}
