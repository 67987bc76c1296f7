import { CircleAlert } from 'lucide-react'
import { say } from '../../messages/en/ui.ts'
import classes from './error-summary.module.css'

interface ErrorSummaryProps {
  /** Name of each invalid field with its error, in the order of the form. */
  readonly problems: readonly (readonly [name: string, error: string])[]
}

/** The errors that keep a long form from being sent; each entry moves to its field. */
export function ErrorSummary({ problems }: ErrorSummaryProps) {
  if (problems.length === 0) return null
  return (
    <section className={classes.summary} role="alert">
      <CircleAlert size={18} strokeWidth={1.75} aria-hidden="true" />
      <div>
        <strong>{say('thingsToFix', { count: problems.length })}</strong>
        <ul>
          {problems.map(([name, error]) => (
            <li key={name}>
              <button type="button" onClick={() => moveTo(name)}>
                {error}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

function moveTo(name: string): void {
  const [field] = document.getElementsByName(name)
  field?.focus({ preventScroll: true })
  field?.scrollIntoView({ block: 'center' })
}
