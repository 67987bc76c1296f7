import { Check } from 'lucide-react'
import classes from './step-number.module.css'

interface StepNumberProps {
  readonly number: number
  readonly state: 'done' | 'next' | 'later'
  /** Read instead of the number once the step is done. */
  readonly doneLabel: string
}

/** The circle before a step of a list: its number, or a check once it is done. */
export function StepNumber({ number, state, doneLabel }: StepNumberProps) {
  return (
    <span className={classes.number} data-state={state}>
      {state === 'done' ? <Check size={14} strokeWidth={2} aria-label={doneLabel} /> : number}
    </span>
  )
}
