import { Bookmark } from 'lucide-react'
import { say } from '../messages/en/saved.ts'
import classes from './save-button.module.css'
import type { Marks } from './use-marked.ts'

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
