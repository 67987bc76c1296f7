import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { formatMoney } from '../../../lib/format/format-money.ts'
import { formatDay } from '../../../lib/format/format-time.ts'
import { say } from '../../../messages/en/money.ts'
import classes from './earnings-chart.module.css'
import { niceMax, type Period } from './series.ts'

interface EarningsChartProps {
  readonly periods: readonly Period[]
  readonly currency: string
}

const height = 260
const margin = { top: 10, bottom: 24, start: 64 }

/** Bars above and below zero. Pointing at one or the arrow keys show its values; the table has all of them. */
export function EarningsChart({ periods, currency }: EarningsChartProps) {
  const [selected, setSelected] = useState<number>()
  const { box, width } = useWidth()
  const format = (amount: number) => formatMoney({ amount, currency })
  const scale = scaleOf(periods)
  const step = (width - margin.start) / periods.length
  const move = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (by === 0) return
    event.preventDefault()
    setSelected(Math.min(periods.length - 1, Math.max(0, (selected ?? periods.length) + by)))
  }
  return (
    <figure className={classes.chart}>
      <div
        ref={box}
        className={classes.plot}
        role="group"
        aria-label={say('chartHint')}
        tabIndex={0}
        onKeyDown={move}
        onBlur={() => setSelected(undefined)}
        onPointerLeave={() => setSelected(undefined)}
        onPointerMove={({ clientX, currentTarget }) => {
          const x = clientX - currentTarget.getBoundingClientRect().left - margin.start
          setSelected(x < 0 ? undefined : Math.min(periods.length - 1, Math.floor(x / step)))
        }}
      >
        {width === 0 ? null : (
          <svg width={width} height={height} role="img" aria-label={sentenceOf(periods, format)}>
            <Axis scale={scale} width={width} format={format} />
            <Bars periods={periods} scale={scale} step={step} selected={selected} />
            <Dates periods={periods} step={step} />
          </svg>
        )}
        {selected === undefined || width === 0 ? null : (
          <Tooltip
            period={periods[selected]}
            x={margin.start + step * (selected + 0.5)}
            width={width}
            format={format}
          />
        )}
      </div>
      <ValuesTable periods={periods} format={format} />
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

type Format = (amount: number) => string

const plotHeight = height - margin.top - margin.bottom

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

function Axis({ scale, width, format }: { scale: Scale; width: number; format: Format }) {
  const { max, reach, zero, parts } = scale
  return parts.map((part) => {
    const y = zero - part * reach
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

const dateWidth = 72

/** As many dates as fit; the last one is always shown. */
function Dates({ periods, step }: { periods: readonly Period[]; step: number }) {
  const every = Math.max(1, Math.ceil(dateWidth / step))
  return periods.map(({ start }, index) =>
    (periods.length - 1 - index) % every === 0 ? (
      <text
        key={start}
        x={margin.start + step * (index + 0.5)}
        y={height - 6}
        textAnchor={index === periods.length - 1 ? 'end' : 'middle'}
        dx={index === periods.length - 1 ? step / 2 : 0}
        className={classes.date}
      >
        {index === periods.length - 1 ? say('now') : formatDay(new Date(start).toISOString())}
      </text>
    ) : null,
  )
}

interface TooltipProps {
  readonly period: Period | undefined
  readonly x: number
  readonly width: number
  readonly format: Format
}

/** Placed on the side that has room. */
function Tooltip({ period, x, width, format }: TooltipProps) {
  if (period === undefined) return null
  const side = x > width / 2 ? { insetInlineEnd: width - x + 16 } : { insetInlineStart: x + 16 }
  return (
    <div className={classes.tooltip} style={side} role="status">
      <strong>{nameOf(period)}</strong>
      <dl>
        <dt>{say('earned')}</dt>
        <dd>{format(period.earned)}</dd>
        <dt>{say('spent')}</dt>
        <dd>{format(period.spent)}</dd>
        <dt>{say('net')}</dt>
        <dd>{format(period.earned - period.spent)}</dd>
      </dl>
    </div>
  )
}

function ValuesTable({ periods, format }: { periods: readonly Period[]; format: Format }) {
  return (
    <details className={classes.values}>
      <summary>{say('viewAsTable')}</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{say('period')}</th>
            <th scope="col">{say('earned')}</th>
            <th scope="col">{say('spent')}</th>
          </tr>
        </thead>
        <tbody>
          {periods.map((period) => (
            <tr key={period.start}>
              <th scope="row">{nameOf(period)}</th>
              <td>{format(period.earned)}</td>
              <td>{format(period.spent)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
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
