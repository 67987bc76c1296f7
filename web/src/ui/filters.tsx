import { useEffect, useState, type ReactNode } from 'react'
import classes from './filters.module.css'

export function Filters({ children }: { children: ReactNode }) {
  return (
    <div role="search" className={classes.filters}>
      {children}
    </div>
  )
}

interface SearchBoxProps {
  readonly label: string
  readonly value: string
  readonly onSearch: (text: string) => void
}

/** Searches while somebody types, but not at every key. */
export function SearchBox({ label, value, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  useEffect(() => {
    if (text === value) return undefined
    const timer = setTimeout(() => onSearch(text), 250)
    return () => clearTimeout(timer)
  }, [text, value, onSearch])
  return (
    <input
      type="search"
      aria-label={label}
      placeholder={label}
      className={classes.search}
      value={text}
      onChange={({ target }) => setText(target.value)}
    />
  )
}

interface PickProps {
  readonly label: string
  readonly value: string
  readonly options: readonly (readonly [value: string, name: string])[]
  readonly onPick: (value: string) => void
}

export function Pick({ label, value, options, onPick }: PickProps) {
  return (
    <label className={classes.pick}>
      <span>{label}</span>
      <select value={value} onChange={({ target }) => onPick(target.value)}>
        {options.map(([option, name]) => (
          <option key={option} value={option}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}

interface ChipProps {
  readonly text: string
  readonly onRemove: () => void
}

/** A filter that is in force, and can be taken away. */
export function Chip({ text, onRemove }: ChipProps) {
  return (
    <button type="button" className={classes.chip} onClick={onRemove}>
      {text} <span aria-hidden="true">×</span>
      <span className="visually-hidden">remove</span>
    </button>
  )
}

/** A filter that could be put in force. */
export function Facet({ text, onChoose }: { text: string; onChoose: () => void }) {
  return (
    <button type="button" className={classes.facet} onClick={onChoose}>
      {text}
    </button>
  )
}
