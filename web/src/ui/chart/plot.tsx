/** Frame of a chart: its width, and the value that the pointer or the arrow keys select. */
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import classes from './plot.module.css'

export const margin = { top: 10, bottom: 24, start: 64 }

interface PlotProps {
  /** Names the chart and the keys that show its values. */
  readonly label: string
  /** Describes the drawing in a sentence. */
  readonly summary: string
  readonly height: number
  readonly count: number
  /** The value at a distance from the axis, for a plot of this width. */
  readonly indexAt: (x: number, width: number) => number | undefined
  /** Content of the SVG element. */
  readonly drawing: (width: number, selected: number | undefined) => ReactNode
  readonly tooltip: (width: number, selected: number) => ReactNode
  /** The same values as a table. */
  readonly table: ReactNode
}

export function Plot({ label, summary, height, count, indexAt, drawing, tooltip, table }: PlotProps) {
  const [selected, setSelected] = useState<number>()
  const { box, width } = useWidth()
  const move = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (by === 0) return
    event.preventDefault()
    setSelected(Math.min(count - 1, Math.max(0, (selected ?? count) + by)))
  }
  return (
    <figure className={classes.chart}>
      <div
        ref={box}
        className={classes.plot}
        style={{ height }}
        role="group"
        aria-label={label}
        tabIndex={0}
        onKeyDown={move}
        onBlur={() => setSelected(undefined)}
        onPointerLeave={() => setSelected(undefined)}
        onPointerMove={({ clientX, currentTarget }) => {
          const x = clientX - currentTarget.getBoundingClientRect().left - margin.start
          const index = indexAt(x, width)
          setSelected(index === undefined ? undefined : Math.min(count - 1, Math.max(0, index)))
        }}
      >
        {width === 0 ? null : (
          <svg width={width} height={height} role="img" aria-label={summary}>
            {drawing(width, selected)}
          </svg>
        )}
        {selected === undefined || width === 0 ? null : tooltip(width, selected)}
      </div>
      {table}
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
