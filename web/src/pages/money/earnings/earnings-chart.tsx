import { formatMoney } from '../../../lib/format/format-money.ts'
import { formatDay } from '../../../lib/format/format-time.ts'
import { say } from '../../../messages/en/money.ts'
import { margin, Plot } from '../../../ui/chart/plot.tsx'
import { Axis, Dates, Tooltip, ValuesTable } from '../../../ui/chart/plot-parts.tsx'
import classes from './earnings-chart.module.css'
import { niceMax, type Period } from './series.ts'

interface EarningsChartProps {
  readonly periods: readonly Period[]
  readonly currency: string
}

const height = 260
const plotHeight = height - margin.top - margin.bottom

/** Bars above and below zero. Pointing at one or the arrow keys show its values; the table has all of them. */
export function EarningsChart({ periods, currency }: EarningsChartProps) {
  const format = (amount: number) => formatMoney({ amount, currency })
  const scale = scaleOf(periods)
  const { max, reach, zero } = scale
  const stepAt = (width: number) => (width - margin.start) / periods.length
  return (
    <Plot
      label={say('chartHint')}
      summary={sentenceOf(periods, format)}
      height={height}
      count={periods.length}
      indexAt={(x, width) => (x < 0 ? undefined : Math.floor(x / stepAt(width)))}
      drawing={(width, selected) => {
        const step = stepAt(width)
        const lines = scale.parts.map((part) => ({ value: part * max, y: zero - part * reach }))
        return (
          <>
            <Axis lines={lines} width={width} format={format} />
            <Bars periods={periods} scale={scale} step={step} selected={selected} />
            <Dates
              starts={periods.map(({ start }) => new Date(start).toISOString())}
              step={step}
              xOf={(index) => margin.start + step * (index + 0.5)}
              height={height}
              last={{ text: say('now'), x: width }}
            />
          </>
        )
      }}
      tooltip={(width, selected) => (
        <PeriodTooltip
          period={periods[selected]}
          x={margin.start + stepAt(width) * (selected + 0.5)}
          width={width}
          format={format}
        />
      )}
      table={
        <ValuesTable
          summary={say('viewAsTable')}
          columns={[say('period'), say('earned'), say('spent')]}
          rows={periods.map((period) => ({
            key: String(period.start),
            cells: [nameOf(period), format(period.earned), format(period.spent)],
          }))}
        />
      }
    />
  )
}

type Format = (amount: number) => string

interface Scale {
  readonly max: number
  /** Height of `max`. */
  readonly reach: number
  /** Position of the zero line. */
  readonly zero: number
  /** Positions of the grid lines, as parts of `max`. */
  readonly parts: readonly number[]
}

/** A wallet that only earns or only spends has bars in one direction, over the whole height. */
function scaleOf(periods: readonly Period[]): Scale {
  const [up, down] = [
    Math.max(...periods.map(({ earned }) => earned)),
    Math.max(...periods.map(({ spent }) => spent)),
  ]
  const max = niceMax(Math.max(up, down))
  if (up > 0 && down > 0)
    return { max, reach: plotHeight / 2, zero: margin.top + plotHeight / 2, parts: [1, 0.5, 0, -0.5, -1] }
  return down > 0
    ? { max, reach: plotHeight, zero: margin.top, parts: [0, -0.25, -0.5, -0.75, -1] }
    : { max, reach: plotHeight, zero: margin.top + plotHeight, parts: [1, 0.75, 0.5, 0.25, 0] }
}

interface BarsProps {
  readonly periods: readonly Period[]
  readonly scale: Scale
  readonly step: number
  readonly selected: number | undefined
}

function Bars({ periods, scale: { max, reach, zero }, step, selected }: BarsProps) {
  const gap = Math.min(12, step * 0.3)
  return periods.map(({ start, earned, spent }, index) => {
    const x = margin.start + step * index
    const [up, down] = [(earned / max) * reach, (spent / max) * reach]
    return (
      <g key={start}>
        {index === selected ? (
          <rect x={x} y={margin.top} width={step} height={plotHeight} className={classes.selected} />
        ) : null}
        <rect
          x={x + gap / 2}
          y={zero - up}
          width={step - gap}
          height={up}
          className={classes.earned}
          rx="2"
        />
        <rect x={x + gap / 2} y={zero} width={step - gap} height={down} className={classes.spent} rx="2" />
      </g>
    )
  })
}

interface PeriodTooltipProps {
  readonly period: Period | undefined
  readonly x: number
  readonly width: number
  readonly format: Format
}

function PeriodTooltip({ period, x, width, format }: PeriodTooltipProps) {
  if (period === undefined) return null
  const { earned, spent } = period
  return (
    <Tooltip x={x} width={width} title={nameOf(period)}>
      <dl className={classes.sums}>
        <dt>{say('earned')}</dt>
        <dd>{format(earned)}</dd>
        <dt>{say('spent')}</dt>
        <dd>{format(spent)}</dd>
        <dt>{say('net')}</dt>
        <dd>{format(earned - spent)}</dd>
      </dl>
    </Tooltip>
  )
}

function nameOf({ start, end }: Period): string {
  const [first, last] = [start, end - 1].map((time) => formatDay(new Date(time).toISOString()))
  return first === last ? (first ?? '') : say('fromTo', { from: first ?? '', to: last ?? '' })
}

function sentenceOf(periods: readonly Period[], format: Format): string {
  const sum = (values: readonly number[]) => format(values.reduce((total, value) => total + value, 0))
  return say('chartSummary', {
    earned: sum(periods.map(({ earned }) => earned)),
    spent: sum(periods.map(({ spent }) => spent)),
    count: periods.length,
  })
}
