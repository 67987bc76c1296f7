import { useEffect } from 'react'
import type { ActivityLine } from 'souk-contract'
import { api, usePages } from '../../../api.ts'
import { formatMoney } from '../../../lib/format/format-money.ts'
import { useFilters } from '../../../lib/hooks/use-filters.ts'
import { useNow } from '../../../lib/hooks/use-now.ts'
import { say } from '../../../messages/en/money.ts'
import { Panel } from '../../../ui/page/layout.tsx'
import { PagedList } from '../../../ui/lists/paged-list.tsx'
import { Segments } from '../../../ui/forms/segments.tsx'
import { Stat } from '../../../ui/data/stat.tsx'
import { EarningsChart } from './earnings-chart.tsx'
import classes from './earnings-chart.module.css'
import { periodsOf, rangeStart, ranges, type Period, type Range } from './series.ts'

/** Earnings and spending over the chosen range. */
export function EarningsPanel({ currency }: { currency: string }) {
  const filters = useFilters(['range'])
  const range = ranges.find((known) => known === filters.get('range')) ?? '90d'
  return (
    <Panel
      title={say('earningsAndSpending')}
      actions={
        <Segments
          label={say('range')}
          options={[
            ['30d', say('range30d')],
            ['90d', say('range90d')],
            ['12m', say('range12m')],
            ['all', say('rangeAll')],
          ]}
          value={range}
          onSelect={(value) => filters.set('range', value)}
        />
      }
    >
      <Loaded key={range} range={range} currency={currency} />
    </Panel>
  )
}

function Loaded({ range, currency }: { range: Range; currency: string }) {
  const now = useNow(60_000)
  const settled = usePayments('settle', range, now)
  const ruled = usePayments('rule', range, now)
  const isLimited = settled.hasNextPage || ruled.hasNextPage
  return (
    <PagedList
      pages={{ ...settled, items: settled.items, hasNextPage: false }}
      empty={<Shown periods={periodsOf(ruled.items ?? [], { range, now })} currency={currency} />}
    >
      {(lines) => (
        <>
          <Shown
            periods={periodsOf(newestFirst([...lines, ...(ruled.items ?? [])]), { range, now })}
            currency={currency}
          />
          {isLimited ? <p className="muted">{say('chartIsLimited', { count: lines.length })}</p> : null}
        </>
      )}
    </PagedList>
  )
}

/** The lines of one event have the same time and stay together. */
function newestFirst(lines: readonly ActivityLine[]): readonly ActivityLine[] {
  return lines.toSorted((left, right) => Date.parse(right.at) - Date.parse(left.at))
}

function Shown({ periods, currency }: { periods: readonly Period[]; currency: string }) {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  const [earned, spent] = [
    sum(periods.map((period) => period.earned)),
    sum(periods.map((period) => period.spent)),
  ]
  const format = (amount: number) => formatMoney({ amount, currency })
  if (earned === 0 && spent === 0) return <p className="muted">{say('noEarningsOrSpending')}</p>
  return (
    <>
      <div className={classes.totals}>
        <Stat label={say('earned')} value={format(earned)} />
        <Stat label={say('spent')} value={format(spent)} />
        <Stat label={say('net')} value={format(earned - spent)} />
        <p className={classes.key}>
          <span data-series="earned">{say('earned')}</span>
          <span data-series="spent">{say('spent')}</span>
        </p>
      </div>
      <EarningsChart periods={periods} currency={currency} />
    </>
  )
}

const pagesMax = 20

/** Payments of the range, for accepted work or by a ruling: every page, up to a limit. */
function usePayments(kind: 'settle' | 'rule', range: Range, now: number) {
  const start = rangeStart(range, now)
  const pages = usePages(api.payments.listActivity, {
    kind,
    limit: 100,
    ...(start === undefined ? {} : { from: new Date(start).toISOString() }),
  })
  const { hasNextPage, isFetchingNextPage, fetchNextPage, data } = pages
  const loadsMore = hasNextPage && !isFetchingNextPage && (data?.pages.length ?? 0) < pagesMax
  useEffect(() => {
    if (loadsMore) void fetchNextPage()
  }, [loadsMore, fetchNextPage])
  return pages
}
