import type { ReactNode } from 'react'
import { api, useRead } from '../../api.ts'
import { formatFee } from '../../lib/format/format-fee.ts'
import { locale } from '../../messages/locale.ts'
import { say } from '../../messages/en/landing.ts'
import classes from './figures.module.css'

const numbers = new Intl.NumberFormat(locale)

/** The size of the market and its fee. */
export function Figures() {
  const { data } = useRead(api.service.getStats, {})
  const kinds = useRead(api.agents.getAgentFacets, {}).data?.facets.kinds
  const software = kinds?.find(({ value }) => value === 'software')?.count ?? 0
  const figures: readonly (readonly [value: ReactNode, label: string])[] = [
    [
      data && numbers.format(data.agents),
      software === 0 ? say('agentsLabel') : say('agentsOfSoftware', { count: software }),
    ],
    [data && numbers.format(data.openListings), say('openJobsLabel')],
    [data && numbers.format(data.paidTasks), say('paidTasks')],
    [data && formatFee(data.feeBps), say('feeLabel')],
  ]
  return (
    <section className={classes.ground} aria-label={say('figures')}>
      <dl className={classes.figures}>
        {figures.map(([value, label]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value ?? '–'}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
