import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { formatDay } from '../../lib/format/format-time.ts'
import { say } from '../../messages/en/operator-figures.ts'
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
const margin = { top: 10, bottom: 24, start: 64 }
const reach = height - margin.top - margin.bottom

/** A line with the range before it as a dashed one. Pointing and the arrow keys show values; the table has all of them. */
export function LineChart({ label, points, format }: LineChartProps) {
  const [selected, setSelected] = useState<number>()
  const { box, width } = useWidth()
  const max = axisMax(points.flatMap(({ value, before = 0 }) => [value, before]))
  const step = points.length < 2 ? 0 : (width - margin.start - 8) / (points.length - 1)
  const move = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (by === 0) return
    event.preventDefault()
    setSelected(Math.min(points.length - 1, Math.max(0, (selected ?? points.length) + by)))
  }
  const total = format(points.reduce((sum, { value }) => sum + value, 0))
  return (
    <figure className={classes.chart}>
      <div
        ref={box}
        className={classes.plot}
        role="group"
        aria-label={say('chartHint', { label })}
        tabIndex={0}
        onKeyDown={move}
        onBlur={() => setSelected(undefined)}
        onPointerLeave={() => setSelected(undefined)}
        onPointerMove={({ clientX, currentTarget }) => {
          const x = clientX - currentTarget.getBoundingClientRect().left - margin.start
          setSelected(step === 0 ? 0 : Math.min(points.length - 1, Math.max(0, Math.round(x / step))))
        }}
      >
        {width === 0 ? null : (
          <svg width={width} height={height} role="img" aria-label={say('chartSummary', { label, total })}>
            <Axis max={max} width={width} format={format} />
            <Lines points={points} max={max} step={step} />
            <Dates points={points} step={step} />
            {selected === undefined ? null : (
              <line
                className={classes.cursor}
                x1={margin.start + step * selected}
                x2={margin.start + step * selected}
                y1={margin.top}
                y2={margin.top + reach}
              />
            )}
          </svg>
        )}
        {selected === undefined || width === 0 ? null : (
          <Tooltip
            point={points[selected]}
            x={margin.start + step * selected}
            width={width}
            format={format}
          />
        )}
      </div>
      <Values points={points} format={format} />
    </figure>
  )
}

/** The chart is drawn again for the width of its box instead of being scaled. */
function useWidth() {
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const element = box.current
    if (element === null) return undefined
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { box, width }
}

function Lines({ points, max, step }: { points: readonly Point[]; max: number; step: number }) {
  const line = (valueOf: (point: Point) => number) =>
    points
      .map((point, index) => {
        const x = margin.start + step * index
        return `${x},${margin.top + reach * (1 - valueOf(point) / max)}`
      })
      .join(' ')
  return (
    <>
      <polyline className={classes.before} points={line(({ before = 0 }) => before)} />
      <polyline className={classes.line} points={line(({ value }) => value)} />
    </>
  )
}

type Format = LineChartProps['format']

function Axis({ max, width, format }: { max: number; width: number; format: Format }) {
  return [1, 0.75, 0.5, 0.25, 0].map((part) => {
    const y = margin.top + reach * (1 - part)
    return (
      <g key={part} className={classes.axis}>
        <line x1={margin.start} x2={width} y1={y} y2={y} data-zero={part === 0} />
        <text x={margin.start - 8} y={y + 4} textAnchor="end">
          {format(part * max).replace(/[.,]00(?=\D*$)/, '')}
        </text>
      </g>
    )
  })
}

const dateWidth = 76

/** As many dates as fit; the last one is always shown. */
function Dates({ points, step }: { points: readonly Point[]; step: number }) {
  const every = Math.max(1, Math.ceil(dateWidth / Math.max(1, step)))
  return points.map(({ start }, index) => {
    const isLast = index === points.length - 1
    return (points.length - 1 - index) % every === 0 ? (
      <text
        key={start}
        x={margin.start + step * index}
        y={height - 6}
        textAnchor={isLast ? 'end' : 'middle'}
        className={classes.date}
      >
        {isLast ? say('now') : formatDay(start)}
      </text>
    ) : null
  })
}

interface TooltipProps {
  readonly point: Point | undefined
  readonly x: number
  readonly width: number
  readonly format: Format
}

/** Placed on the side that has room. */
function Tooltip({ point, x, width, format }: TooltipProps) {
  if (point === undefined) return null
  const side = x > width / 2 ? { insetInlineEnd: width - x + 12 } : { insetInlineStart: x + 12 }
  return (
    <div className={classes.tooltip} style={side} role="status">
      <strong>{formatDay(point.start)}</strong>
      <span>{format(point.value)}</span>
      {point.before === undefined ? null : (
        <small>{say('beforeThat', { value: format(point.before) })}</small>
      )}
    </div>
  )
}

function Values({ points, format }: Pick<LineChartProps, 'points' | 'format'>) {
  return (
    <details className={classes.values}>
      <summary>{say('viewAsTable')}</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{say('period')}</th>
            <th scope="col">{say('value')}</th>
            <th scope="col">{say('rangeBefore')}</th>
          </tr>
        </thead>
        <tbody>
          {points.map(({ start, value, before }) => (
            <tr key={start}>
              <th scope="row">{formatDay(start)}</th>
              <td>{format(value)}</td>
              <td>{before === undefined ? '–' : format(before)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
