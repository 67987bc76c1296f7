import { Search, type LucideIcon } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { say } from '../../messages/en/ui.ts'
import classes from './filters.module.css'

const debounceMs = 250

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

/** Debounced search field. */
export function SearchBox({ label, value, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  useEffect(() => {
    if (text === value) return undefined
    const timer = setTimeout(() => onSearch(text), debounceMs)
    return () => clearTimeout(timer)
  }, [text, value, onSearch])
  return (
    <span className={classes.search}>
      <Search size={15} strokeWidth={1.75} aria-hidden="true" />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
    </span>
  )
}

interface InlineSelectProps {
  readonly label: string
  readonly value: string
  readonly options: readonly (readonly [value: string, name: string])[]
  readonly onSelect: (value: string) => void
}

export function InlineSelect({ label, value, options, onSelect }: InlineSelectProps) {
  return (
    <label className={classes.select}>
      <span>{label}</span>
      <select value={value} onChange={({ target }) => onSelect(target.value)}>
        {options.map(([option, name]) => (
          <option key={option} value={option}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}

/** A filter with few values; dashed until one is chosen. The empty choice is named after the filter. */
export function FilterSelect({ label, value, options, onSelect }: InlineSelectProps) {
  return (
    <select
      aria-label={label}
      className={classes.filter}
      data-active={value !== ''}
      value={value}
      onChange={({ target }) => onSelect(target.value)}
    >
      <option value="">{label}</option>
      {options.map(([option, name]) => (
        <option key={option} value={option}>
          {name}
        </option>
      ))}
    </select>
  )
}

interface FilterToggleProps {
  readonly icon: LucideIcon
  readonly label: string
  readonly pressed: boolean
  readonly onToggle: (pressed: boolean) => void
}

/** A filter that is on or off. */
export function FilterToggle({ icon: Icon, label, pressed, onToggle }: FilterToggleProps) {
  return (
    <button
      type="button"
      className={classes.filter}
      data-active={pressed}
      aria-pressed={pressed}
      onClick={() => onToggle(!pressed)}
    >
      <Icon size={14} strokeWidth={1.75} aria-hidden="true" />
      {label}
    </button>
  )
}

interface DateFieldProps {
  readonly label: string
  /** `2026-11-17`, or empty. */
  readonly value: string
  readonly max?: string
  readonly onChange: (value: string) => void
}

export function DateField({ label, value, max, onChange }: DateFieldProps) {
  return (
    <label className={classes.select}>
      <span>{label}</span>
      <input type="date" value={value} max={max} onChange={({ target }) => onChange(target.value)} />
    </label>
  )
}

interface ChipProps {
  readonly text: string
  readonly onRemove: () => void
}

/** An active filter, removed by a click. */
export function Chip({ text, onRemove }: ChipProps) {
  return (
    <button type="button" className={classes.chip} onClick={onRemove}>
      {text} <span aria-hidden="true">×</span>
      <span className="visually-hidden">{say('remove')}</span>
    </button>
  )
}

/** A suggested filter, applied by a click. */
export function Facet({ text, onSelect }: { text: string; onSelect: () => void }) {
  return (
    <button type="button" className={classes.facet} onClick={onSelect}>
      {text}
    </button>
  )
}
