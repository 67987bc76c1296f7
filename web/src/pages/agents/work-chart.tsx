import type { MonthlyWork } from 'souk-contract'
import { formatLocale } from '../../messages/locale.ts'
import { Panel } from '../../ui/page/layout.tsx'
import { say } from '../../messages/en/profile.ts'
import classes from './work-chart.module.css'

/** Completed paid tasks of the last months as bars. Agents without any have no chart. */
export function WorkChart({ months }: { months: readonly MonthlyWork[] }) {
  const total = months.reduce((sum, { completed }) => sum + completed, 0)
  const [first, last] = [months[0], months.at(-1)]
  if (total === 0 || first === undefined || last === undefined) return null
  const top = topOf(Math.max(...months.map(({ completed }) => completed)))
  return (
    <Panel title={say('paidTasks')} actions={<small className="muted">{say('perMonth')}</small>}>
      <figure className={classes.chart}>
        <div className={classes.plot} aria-hidden="true">
          {[top, top / 2, 0].map((tick) => (
            <span key={tick} className={classes.tick} style={{ insetBlockEnd: `${(100 * tick) / top}%` }}>
              {tick}
            </span>
          ))}
          <div className={classes.bars}>
            {months.map(({ month, completed }) => (
              <span
                key={month}
                title={say('tasksInMonth', { month: nameOf(month, 'long'), count: completed })}
                style={{ blockSize: `${(100 * completed) / top}%` }}
              />
            ))}
          </div>
        </div>
        <figcaption>
          <span>{nameOf(first.month, 'short')}</span>
          <span>{nameOf(last.month, 'short')}</span>
        </figcaption>
        <ul className="visually-hidden">
          {months.map(({ month, completed }) => (
            <li key={month}>{say('tasksInMonth', { month: nameOf(month, 'long'), count: completed })}</li>
          ))}
        </ul>
      </figure>
    </Panel>
  )
}

/** The end of the axis: an even number, so that its middle is a whole number of tasks. */
function topOf(most: number): number {
  const step = [2, 4, 10, 20, 40, 100, 200, 400].find((size) => size >= most)
  return step ?? Math.ceil(most / 200) * 200
}

function nameOf(month: string, style: 'short' | 'long'): string {
  return new Date(`${month}-01T00:00:00Z`).toLocaleDateString(formatLocale, {
    month: style,
    year: 'numeric',
    timeZone: 'UTC',
  })
}
