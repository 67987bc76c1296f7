import { formatDay } from '../../lib/format/format-time.ts'
import { say } from '../../messages/en/operator-figures.ts'
import { margin, Plot } from '../../ui/chart/plot.tsx'
import { Axis, Dates, Tooltip, ValuesTable } from '../../ui/chart/plot-parts.tsx'
import classes from './chart.module.css'
import { axisMax } from './range.ts'

interface Point {
  readonly start: string
  readonly value: number
  /** Value of the same interval in the range before. */
  readonly before: number | undefined
}

interface LineChartProps {
  readonly label: string
  readonly points: readonly Point[]
  readonly format: (value: number) => string
}

const height = 220
const marginEnd = 8
const reach = height - margin.top - margin.bottom
const parts = [1, 0.75, 0.5, 0.25, 0]

/** A line with the range before it as a dashed one. Pointing and the arrow keys show values; the table has all of them. */
export function LineChart({ label, points, format }: LineChartProps) {
  const max = axisMax(points.flatMap(({ value, before = 0 }) => [value, before]))
  const yOf = (value: number) => margin.top + reach * (1 - value / max)
  const stepAt = (width: number) =>
    points.length < 2 ? 0 : (width - margin.start - marginEnd) / (points.length - 1)
  const total = format(points.reduce((sum, { value }) => sum + value, 0))
  return (
    <Plot
      label={say('chartHint', { label })}
      summary={say('chartSummary', { label, total })}
      height={height}
      count={points.length}
      indexAt={(x, width) => (stepAt(width) === 0 ? 0 : Math.round(x / stepAt(width)))}
      drawing={(width, selected) => {
        const step = stepAt(width)
        const xOf = (index: number) => margin.start + step * index
        const lines = parts.map((part) => ({ value: part * max, y: yOf(part * max) }))
        const last = { text: say('now'), x: xOf(points.length - 1) }
        return (
          <>
            <Axis lines={lines} width={width} format={format} />
            <Line name="before" values={points.map(({ before = 0 }) => before)} xOf={xOf} yOf={yOf} />
            <Line name="line" values={points.map(({ value }) => value)} xOf={xOf} yOf={yOf} />
            <Dates
              starts={points.map(({ start }) => start)}
              step={step}
              xOf={xOf}
              height={height}
              last={last}
            />
            {selected === undefined ? null : <Cursor x={xOf(selected)} />}
          </>
        )
      }}
      tooltip={(width, selected) => (
        <PointTooltip
          point={points[selected]}
          x={margin.start + stepAt(width) * selected}
          width={width}
          format={format}
        />
      )}
      table={
        <ValuesTable
          summary={say('viewAsTable')}
          columns={[say('period'), say('value'), say('rangeBefore')]}
          rows={points.map(({ start, value, before }) => ({
            key: start,
            cells: [formatDay(start), format(value), before === undefined ? '–' : format(before)],
          }))}
        />
      }
    />
  )
}

interface LineProps {
  readonly name: 'line' | 'before'
  readonly values: readonly number[]
  readonly xOf: (index: number) => number
  readonly yOf: (value: number) => number
}

function Line({ name, values, xOf, yOf }: LineProps) {
  const points = values.map((value, index) => `${xOf(index)},${yOf(value)}`).join(' ')
  return <polyline className={classes[name]} points={points} />
}

function Cursor({ x }: { x: number }) {
  return <line className={classes.cursor} x1={x} x2={x} y1={margin.top} y2={margin.top + reach} />
}

interface PointTooltipProps extends Pick<LineChartProps, 'format'> {
  readonly point: Point | undefined
  readonly x: number
  readonly width: number
}

function PointTooltip({ point, x, width, format }: PointTooltipProps) {
  if (point === undefined) return null
  return (
    <Tooltip x={x} width={width} title={formatDay(point.start)}>
      <span>{format(point.value)}</span>
      {point.before === undefined ? null : (
        <small className={classes.beforeThat}>{say('beforeThat', { value: format(point.before) })}</small>
      )}
    </Tooltip>
  )
}
