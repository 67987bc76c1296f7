import type { MarketCohort } from 'souk-contract'
import { useRead } from '../../api.ts'
import { formatLocale } from '../../messages/locale.ts'
import { say } from '../../messages/en/operator-figures.ts'
import { Panel } from '../../ui/page/layout.tsx'
import { QueryContent } from '../../ui/page/query-content.tsx'
import { adminApi } from '../admin-api.ts'
import classes from './cohort-table.module.css'
import { formatPercent } from './format-figures.ts'
import { levelOf } from './range.ts'

/** Share of the people of each month who were active in the months after it, as a heat map. */
export function CohortTable() {
  const cohorts = useRead(adminApi.figures.getCohorts, { months: 12 })
  return (
    <Panel title={say('retention')}>
      <p className={classes.lead}>{say('retentionLead')}</p>
      <QueryContent query={cohorts}>{({ cohorts: rows }) => <Cohorts rows={rows} />}</QueryContent>
    </Panel>
  )
}

function Cohorts({ rows: all }: { rows: readonly MarketCohort[] }) {
  // Months before the first registration would only be empty rows.
  const rows = all.slice(
    Math.max(
      0,
      all.findIndex(({ people }) => people > 0),
    ),
  )
  const width = Math.max(...rows.map(({ active }) => active.length))
  return (
    <div className={classes.scroll} tabIndex={0} role="region" aria-label={say('retention')}>
      <table className={classes.table}>
        <caption className="visually-hidden">{say('retention')}</caption>
        <thead>
          <tr>
            <th scope="col">{say('cohort')}</th>
            <th scope="col" className={classes.people}>
              {say('people')}
            </th>
            {Array.from({ length: width }, (_, age) => (
              <th key={age} scope="col" data-share>
                {age === 0 ? say('sameMonth') : say('monthsLater', { count: age })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.toReversed().map((cohort) => (
            <tr key={cohort.month}>
              <th scope="row">{monthName.format(new Date(`${cohort.month}-01T00:00:00Z`))}</th>
              <td className={classes.people}>{cohort.people}</td>
              {cohort.active.map((count, age) => (
                <Share key={age} count={count} people={cohort.people} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Share({ count, people }: { count: number; people: number }) {
  if (people === 0) return <td className={classes.none}>–</td>
  const share = count / people
  return (
    <td data-level={levelOf(share)} title={say('activeOf', { count, people })}>
      {formatPercent(share)}
    </td>
  )
}

const monthName = new Intl.DateTimeFormat(formatLocale, { month: 'short', year: 'numeric', timeZone: 'UTC' })
