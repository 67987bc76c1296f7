import type { LucideIcon } from 'lucide-react'
import { useId } from 'react'
import classes from './choice-cards.module.css'

/** An icon and another line, which make the cards large. */
interface More {
  readonly icon: LucideIcon
  readonly note: string
}

interface ChoiceCardsProps<Value extends string> {
  readonly legend: string
  readonly name: string
  readonly options: readonly (readonly [value: Value, label: string, hint: string, more?: More])[]
  readonly value: string
  readonly onSelect: (value: Value) => void
}

/** One choice of a few, each with a sentence that explains it. */
export function ChoiceCards<Value extends string>(props: ChoiceCardsProps<Value>) {
  const { legend, name, options, value, onSelect } = props
  const id = useId()
  return (
    <fieldset className={classes.cards}>
      <legend className="visually-hidden">{legend}</legend>
      {options.map(([option, label, hint, more]) => (
        <label key={option} className={classes.card} data-large={more !== undefined}>
          {more === undefined ? null : (
            <span className={classes.arch}>
              <more.icon size={18} strokeWidth={1.75} aria-hidden="true" />
            </span>
          )}
          <input
            type="radio"
            name={name}
            checked={option === value}
            aria-labelledby={`${id}-${option}`}
            aria-describedby={`${id}-${option}-hint`}
            onChange={() => onSelect(option)}
          />
          <span>
            <strong id={`${id}-${option}`}>{label}</strong>
            <small id={`${id}-${option}-hint`}>{hint}</small>
            {more === undefined ? null : <small className={classes.note}>{more.note}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
