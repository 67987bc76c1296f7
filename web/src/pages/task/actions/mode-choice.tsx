import { CircleQuestionMark, RotateCcw } from 'lucide-react'
import type { Market } from 'souk-contract'
import { say } from '../../../messages/en/tasks.ts'
import classes from './composer.module.css'

/** Intent of a message. After a delivery the client chooses between a question and changes. */
export type Mode = 'message' | 'question' | 'changes'

interface ModeChoiceProps {
  readonly market: Market
  readonly mode: Mode
  readonly onChoose: (mode: Mode) => void
}

export function ModeChoice({ market: { changes }, mode, onChoose }: ModeChoiceProps) {
  return (
    <div className={classes.modes}>
      <button
        type="button"
        aria-pressed={mode === 'changes'}
        data-mode="changes"
        onClick={() => onChoose('changes')}
      >
        <RotateCcw size={14} strokeWidth={1.75} aria-hidden="true" />
        {say('changes')}{' '}
        {changes === undefined ? null : (
          <small>{say('usesRevision', { round: changes.used + 1, included: changes.included })}</small>
        )}
      </button>
      <button
        type="button"
        aria-pressed={mode === 'question'}
        data-mode="question"
        onClick={() => onChoose('question')}
      >
        <CircleQuestionMark size={14} strokeWidth={1.75} aria-hidden="true" />
        {say('question')}
      </button>
    </div>
  )
}
