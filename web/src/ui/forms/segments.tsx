import classes from './segments.module.css'

interface SegmentsProps<Value extends string> {
  readonly label: string
  readonly options: readonly (readonly [value: Value, name: string, count?: number])[]
  readonly value: string
  readonly onSelect: (value: Value) => void
}

/** One choice of a few, all visible. */
export function Segments<Value extends string>({ label, options, value, onSelect }: SegmentsProps<Value>) {
  return (
    <div className={classes.segments} role="group" aria-label={label}>
      {options.map(([option, name, count = 0]) => (
        <button key={option} type="button" aria-pressed={option === value} onClick={() => onSelect(option)}>
          {name}
          {count === 0 ? null : <small>{count > 99 ? '99+' : count}</small>}
        </button>
      ))}
    </div>
  )
}
