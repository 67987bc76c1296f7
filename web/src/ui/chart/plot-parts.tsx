/** Grid, dates, tooltip and table of a chart. */
import type { ReactNode } from 'react'
import { formatDay } from '../../lib/format/format-time.ts'
import classes from './plot.module.css'
import { margin } from './plot.tsx'

interface AxisProps {
  /** Grid lines; the one of value 0 is stronger. */
  readonly lines: readonly { readonly value: number; readonly y: number }[]
  readonly width: number
  readonly format: (value: number) => string
}

export function Axis({ lines, width, format }: AxisProps) {
  return lines.map(({ value, y }) => (
    <g key={y} className={classes.axis}>
      <line x1={margin.start} x2={width} y1={y} y2={y} data-zero={value === 0} />
      <text x={margin.start - 8} y={y + 4} textAnchor="end">
        {format(value).replace(/[.,]00(?=\D*$)/, '')}
      </text>
    </g>
  ))
}

const dateWidth = 76

interface DatesProps {
  /** ISO 8601 times of the values. */
  readonly starts: readonly string[]
  readonly step: number
  readonly xOf: (index: number) => number
  readonly height: number
  /** The last date, which ends at a position of its own. */
  readonly last: { readonly text: string; readonly x: number }
}

/** As many dates as fit; the last one is always shown. */
export function Dates({ starts, step, xOf, height, last }: DatesProps) {
  const every = Math.max(1, Math.ceil(dateWidth / Math.max(1, step)))
  return starts.map((start, index) => {
    const after = starts.length - 1 - index
    if (after % every !== 0) return null
    return (
      <text
        key={start}
        x={after === 0 ? last.x : xOf(index)}
        y={height - 6}
        textAnchor={after === 0 ? 'end' : 'middle'}
        className={classes.date}
      >
        {after === 0 ? last.text : formatDay(start)}
      </text>
    )
  })
}

interface TooltipProps {
  readonly x: number
  readonly width: number
  readonly title: string
  readonly children: ReactNode
}

/** Placed on the side that has room. */
export function Tooltip({ x, width, title, children }: TooltipProps) {
  const side = x > width / 2 ? { insetInlineEnd: width - x + 16 } : { insetInlineStart: x + 16 }
  return (
    <div className={classes.tooltip} style={side} role="status">
      <strong>{title}</strong>
      {children}
    </div>
  )
}

interface ValuesTableProps {
  readonly summary: string
  readonly columns: readonly string[]
  readonly rows: readonly { readonly key: string; readonly cells: readonly string[] }[]
}

/** The first cell of a row is its header. */
export function ValuesTable({ summary, columns, rows }: ValuesTableProps) {
  return (
    <details className={classes.values}>
      <summary>{summary}</summary>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [name, ...values] }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              {values.map((value, index) => (
                <td key={columns[index + 1]}>{value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
