import { useState } from 'react'
import type { MarketFigures } from 'souk-contract'
import { formatMoney } from '../../lib/format/format-money.ts'
import { useFilters } from '../../lib/hooks/use-filters.ts'
import { say } from '../../messages/en/operator-figures.ts'
import { Panel } from '../../ui/page/layout.tsx'
import { QueryContent } from '../../ui/page/query-content.tsx'
import { Segments } from '../../ui/forms/segments.tsx'
import classes from './chart.module.css'
import { FigureTile, type Figure } from './figure-tile.tsx'
import { formatChange, formatDuration, formatPercent } from './format-figures.ts'
import { LineChart } from './line-chart.tsx'
import { changeOf, ranges, type Range } from './range.ts'
import { useFigures } from './use-figures.ts'

const rangeNames: Readonly<Record<Range, string>> = {
  '7d': say('days7'),
  '30d': say('days30'),
  '12m': say('months12'),
}

/** Volume over time with the range before it, and the other figures as tiles. */
export function MarketFiguresView() {
  const { get, set } = useFilters(['range'])
  const range = ranges.find((name) => name === get('range')) ?? '30d'
  return (
    <Volume range={range} onSelect={(name) => set('range', name === '30d' ? '' : name)}>
      {(money) => figuresOf(money)}
    </Volume>
  )
}

/** The figures that an operator looks at every day. */
export function VolumePanel() {
  const [range, setRange] = useState<Range>('30d')
  return (
    <Volume range={range} onSelect={setRange}>
      {(money) => {
        const daily = [say('fees'), say('activeClients'), say('timeToApplication'), say('disputeRate')]
        return figuresOf(money).filter(({ label }) => daily.includes(label))
      }}
    </Volume>
  )
}

interface VolumeProps {
  readonly range: Range
  readonly onSelect: (range: Range) => void
  /** The tiles below the chart. */
  readonly children: (money: (amount: number) => string) => readonly Figure[]
}

function Volume({ range, onSelect, children: figures }: VolumeProps) {
  const { current, previous } = useFigures(range)
  return (
    <QueryContent query={current}>
      {({ currency, series, total }) => {
        const before = previous.data
        const money = (amount: number) => formatMoney({ amount: Math.round(amount), currency })
        return (
          <>
            <Panel
              title={say('volume')}
              actions={
                <span className={classes.total}>
                  <strong>{money(total.volume)}</strong>
                  <Change value={changeOf(total.volume, before?.total.volume)} />
                  <Segments
                    label={say('range')}
                    value={range}
                    options={ranges.map((name) => [name, rangeNames[name]] as const)}
                    onSelect={onSelect}
                  />
                </span>
              }
            >
              <p className={classes.legend}>
                <span>{say('thisRange')}</span>
                <span data-series="before">{say('rangeBefore')}</span>
              </p>
              <LineChart
                label={say('volume')}
                format={money}
                points={series.map(({ start, volume }, index) => ({
                  start,
                  value: volume,
                  before: before?.series[index]?.volume,
                }))}
              />
            </Panel>
            <div className={classes.tiles}>
              {figures(money).map((figure) => (
                <FigureTile
                  key={figure.label}
                  figure={figure}
                  series={series}
                  total={total}
                  before={before?.total}
                />
              ))}
            </div>
          </>
        )
      }}
    </QueryContent>
  )
}

function Change({ value }: { value: number | undefined }) {
  if (value === undefined) return null
  return (
    <span className={classes.change} data-good={value >= 0}>
      {formatChange(value)}
    </span>
  )
}

const count = (value: number) => String(value)

/** Four in a row: money, activity, then speed and quality. */
function figuresOf(money: (amount: number) => string): readonly Figure[] {
  const figure = (
    label: string,
    of: (figures: MarketFigures) => number | null,
    format: (value: number) => string,
    lessIsBetter = false,
  ): Figure => ({ label, of, format, lessIsBetter })
  const fees: Figure = {
    ...figure(say('fees'), ({ fees: sum }) => sum, money),
    note: ({ takeRate }) =>
      takeRate === null ? undefined : say('ofVolume', { rate: formatPercent(takeRate) }),
  }
  return [
    fees,
    figure(say('toppedUp'), ({ toppedUp }) => toppedUp, money),
    figure(say('paidOut'), ({ paidOut }) => paidOut, money),
    figure(say('refundRate'), ({ refundRate }) => refundRate, formatPercent, true),
    figure(say('activeClients'), ({ clients }) => clients, count),
    figure(say('activeProviders'), ({ providers }) => providers, count),
    figure(say('paidTasks'), ({ tasks }) => tasks, count),
    figure(say('signUps'), ({ signUps }) => signUps, count),
    figure(say('timeToApplication'), ({ timeToApplication }) => timeToApplication, formatDuration, true),
    figure(say('timeToAward'), ({ timeToAward }) => timeToAward, formatDuration, true),
    figure(say('timeToDelivery'), ({ timeToDelivery }) => timeToDelivery, formatDuration, true),
    figure(say('disputeRate'), ({ disputeRate }) => disputeRate, formatPercent, true),
  ]
}
