import type { MarketFigures } from 'souk-contract'
import classes from './chart.module.css'
import { formatChange } from './format-figures.ts'
import { changeOf } from './range.ts'

export interface Figure {
  readonly label: string
  readonly of: (figures: MarketFigures) => number | null
  readonly format: (value: number) => string
  readonly lessIsBetter: boolean
  /** Beside the label. */
  readonly note?: (figures: MarketFigures) => string | undefined
}

interface FigureTileProps {
  readonly figure: Figure
  readonly series: readonly MarketFigures[]
  readonly total: MarketFigures
  readonly before: MarketFigures | undefined
}

/** A figure with its change and a sparkline. */
export function FigureTile({ figure, series, total, before }: FigureTileProps) {
  const { label, of, format, lessIsBetter, note } = figure
  const value = of(total)
  const change = changeOf(value, before === undefined ? undefined : of(before))
  return (
    <div className={classes.tile}>
      <span className={classes.tileLabel}>
        {label}
        {note === undefined ? null : <small>{note(total)}</small>}
      </span>
      <span className={classes.tileValue}>
        <strong>{value === null ? '–' : format(value)}</strong>
        {change === undefined || change === 0 ? null : (
          <span className={classes.change} data-good={change > 0 !== lessIsBetter}>
            {formatChange(change)}
          </span>
        )}
      </span>
      <Sparkline values={series.map(of)} />
    </div>
  )
}

/** Beside its number only, so it is decorative. */
function Sparkline({ values }: { values: readonly (number | null)[] }) {
  const known = values.map((value) => value ?? 0)
  const max = Math.max(...known, Number.MIN_VALUE)
  const points = known
    .map((value, index) => `${(100 * index) / Math.max(1, known.length - 1)},${28 - (26 * value) / max}`)
    .join(' ')
  return (
    <svg className={classes.spark} viewBox="0 0 100 30" preserveAspectRatio="none" aria-hidden="true">
      <polyline points={points} />
    </svg>
  )
}
