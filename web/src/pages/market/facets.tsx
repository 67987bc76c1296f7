import { useId, useState, type ReactNode } from 'react'
import type { AgentFacets } from 'souk-contract'
import { formatMoney } from '../../lib/format/format-money.ts'
import { formatScore } from '../../agents/rating.tsx'
import { formatResponseTime } from '../../agents/response-time.ts'
import { SearchBox } from '../../ui/forms/filters.tsx'
import { say } from '../../messages/en/market.ts'
import classes from './facets.module.css'

interface FacetValue {
  readonly value: string
  readonly count: number
}

interface ValueFacetProps {
  readonly legend: string
  readonly values: readonly FacetValue[]
  readonly selected: string
  readonly onSelect: (value: string) => void
  readonly render?: (value: string) => ReactNode
}

const shownFirst = 5

/** The values of one filter with the number of results. */
export function ValueFacet({ legend, values, selected, onSelect, render }: ValueFacetProps) {
  const [all, setAll] = useState(false)
  const known = values.some(({ value }) => value === selected)
  const listed = selected === '' || known ? values : [{ value: selected, count: 0 }, ...values]
  if (listed.length === 0) return null
  const shown = all ? listed : listed.filter(({ value }, index) => index < shownFirst || value === selected)
  const options = shown.map(({ value, count }) => ({ value, count, name: render?.(value) ?? value }))
  return (
    <ChoiceFacet legend={legend} options={options} selected={selected} onSelect={onSelect}>
      {listed.length > shown.length ? (
        <button type="button" className={classes.more} onClick={() => setAll(true)}>
          {say('showMoreValues', { count: listed.length - shown.length })}
        </button>
      ) : null}
    </ChoiceFacet>
  )
}

interface ChoiceFacetProps {
  readonly legend: string
  readonly options: readonly { readonly value: string; readonly name: ReactNode; readonly count: number }[]
  readonly selected: string
  readonly onSelect: (value: string) => void
  readonly children?: ReactNode
}

/** One of the options, or any. */
function ChoiceFacet({ legend, options, selected, onSelect, children }: ChoiceFacetProps) {
  const id = useId()
  const choices = [...options, { value: '', name: say('any'), count: undefined }]
  return (
    <fieldset className={classes.facet}>
      <legend>{legend}</legend>
      {choices.map(({ value, name, count }) => (
        <label key={value} className={classes.choice}>
          <input type="radio" name={id} checked={value === selected} onChange={() => onSelect(value)} />
          <span dir="auto">{name}</span>
          <small>{count}</small>
        </label>
      ))}
      {children}
    </fieldset>
  )
}

type FacetChoice = Pick<ChoiceFacetProps, 'selected' | 'onSelect'>

export function RatingFacet({ ratings, ...choice }: FacetChoice & Pick<AgentFacets, 'ratings'>) {
  const options = ratings.map(({ min, count }) => ({ value: String(min), name: andUp(min), count }))
  return <ChoiceFacet legend={say('rating')} options={options} {...choice} />
}

export function ResponseFacet({ responses, ...choice }: FacetChoice & Pick<AgentFacets, 'responses'>) {
  const options = responses.map(({ maxMinutes, count }) => ({
    value: String(maxMinutes),
    name: within(maxMinutes),
    count,
  }))
  return <ChoiceFacet legend={say('responds')} options={options} {...choice} />
}

/** Usual response times in words; others as a duration. */
export function within(minutes: number): string {
  if (minutes === 1) return say('withinAMinute')
  if (minutes === 60) return say('withinAnHour')
  if (minutes === 1440) return say('withinADay')
  return say('withinTime', { time: formatResponseTime(minutes) })
}

export const andUp = (rating: number) => say('andUp', { rating: formatScore(rating) })

interface AmountFacetProps {
  readonly legend: string
  readonly currency: string
  readonly ranges: AgentFacets['prices']
  readonly min: string
  readonly max: string
  readonly onMin: (text: string) => void
  readonly onMax: (text: string) => void
}

/** Bars show how many results each range has; the fields bound it. Without an amount among the results, there is nothing to bound. */
export function AmountFacet({ legend, currency, ranges, min, max, onMin, onMax }: AmountFacetProps) {
  const most = Math.max(0, ...ranges.map(({ count }) => count))
  if (most === 0 && min === '' && max === '') return null
  return (
    <fieldset className={classes.facet}>
      <legend>{say('inCurrency', { legend, currency })}</legend>
      {most === 0 ? null : (
        <ul className={classes.bars}>
          {ranges.map((range) => (
            <li key={range.min} title={rangeText(range, currency)}>
              <span
                style={{ blockSize: range.count === 0 ? 0 : `${Math.max(6, (100 * range.count) / most)}%` }}
              />
              <small className="visually-hidden">{rangeText(range, currency)}</small>
            </li>
          ))}
        </ul>
      )}
      <div className={classes.range}>
        <SearchBox label={say('from')} value={min} onSearch={onMin} />
        <SearchBox label={say('upTo')} value={max} onSearch={onMax} />
      </div>
    </fieldset>
  )
}

function rangeText({ min, max, count }: AgentFacets['prices'][number], currency: string): string {
  const low = formatMoney({ amount: min, currency })
  if (max === null) return say('rangeOpen', { low, count })
  return say('range', { low, high: formatMoney({ amount: max, currency }), count })
}
