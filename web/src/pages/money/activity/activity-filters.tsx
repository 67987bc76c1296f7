/** Filters of the transactions, kept in the URL. */
import { CalendarRange } from 'lucide-react'
import { useState } from 'react'
import { activityKinds, formatAmount, type ActivityKind } from 'souk-contract'
import { api, useRead } from '../../../api.ts'
import { parseAmount } from '../../../lib/parse/amount-input.ts'
import { calendarDay, startOfDay } from '../../../lib/format/time-zone.ts'
import { useCurrency } from '../../../lib/hooks/use-currency.ts'
import { useFilters } from '../../../lib/hooks/use-filters.ts'
import { say } from '../../../messages/en/money.ts'
import { DateField, FilterSelect, FilterToggle, Filters, SearchBox } from '../../../ui/forms/filters.tsx'
import { ToolButton } from '../../../ui/actions/tool-button.tsx'

/** The kinds that people ask for; rare corrections are found by their date. */
const kindLabels = {
  top_up: say('kindTopUp'),
  convert: say('kindConvert'),
  hold: say('kindHold'),
  settle: say('kindSettle'),
  release: say('kindRelease'),
  rule: say('kindRule'),
  payout_hold: say('kindPayout'),
  refund: say('kindRefund'),
  chargeback: say('kindChargeback'),
} as const satisfies Partial<Record<ActivityKind, string>>

const kindOptions = Object.entries(kindLabels)

export interface ActivityQuery {
  readonly q?: string
  readonly kind?: ActivityKind
  readonly counterparty?: string
  readonly from?: string
  readonly to?: string
}

const names = ['q', 'kind', 'with', 'from', 'to'] as const

/** The filters as input of `listActivity`; days begin and end in the time zone of the account. */
export function useActivityQuery(): ActivityQuery {
  const { active } = useFilters(names)
  const { q = '', kind, with: counterparty, from, to } = active()
  const currency = useCurrency()
  const known = activityKinds.find((name) => name === kind)
  const [start, end] = [dayStart(from, 0), dayStart(to, 1)]
  return {
    ...(q.trim() === '' ? {} : { q: searchText(q, currency) }),
    ...(counterparty === undefined ? {} : { counterparty }),
    ...(known === undefined ? {} : { kind: known }),
    ...(start === undefined ? {} : { from: start }),
    ...(end === undefined ? {} : { to: end }),
  }
}

const searchMax = 100

/** An amount with decimals or a symbol is sent in the notation of the API; plain digits can be part of a title too. */
function searchText(text: string, currency: string): string {
  const amount = /^\d*$/.test(text.trim()) ? undefined : parseAmount(text, currency)
  return (amount === undefined ? text.trim() : formatAmount({ amount, currency })).slice(0, searchMax)
}

function dayStart(date: string | undefined, shift: number): string | undefined {
  const noon = Date.parse(`${date ?? ''}T12:00:00Z`)
  if (Number.isNaN(noon)) return undefined
  const utc = new Date(noon)
  const day = { year: utc.getUTCFullYear(), month: utc.getUTCMonth(), day: utc.getUTCDate() + shift }
  return new Date(startOfDay(day)).toISOString()
}

interface ActivityFiltersProps {
  /** Agents that the wallet has traded with. */
  readonly parties: readonly (readonly [id: string, name: string])[]
}

export function ActivityFilters({ parties }: ActivityFiltersProps) {
  const filters = useFilters(names)
  const chosen = filters.get('with')
  const isListed = chosen === '' || parties.some(([id]) => id === chosen)
  const other = useRead(api.agents.getAgent, { name: chosen }, { enabled: !isListed }).data?.agent
  const [asksDates, setAsksDates] = useState(filters.get('from') !== '' || filters.get('to') !== '')
  return (
    <Filters>
      <SearchBox
        label={say('searchTransactions')}
        value={filters.get('q')}
        onSearch={(text) => filters.set('q', text)}
      />
      <FilterSelect
        label={say('kind')}
        value={filters.get('kind')}
        options={kindOptions}
        onSelect={(kind) => filters.set('kind', kind)}
      />
      <FilterSelect
        label={say('counterparty')}
        value={chosen}
        options={isListed ? parties : [[chosen, other?.displayName ?? chosen], ...parties]}
        onSelect={(id) => filters.set('with', id)}
      />
      {asksDates ? null : (
        <FilterToggle icon={CalendarRange} label={say('date')} pressed={false} onToggle={setAsksDates} />
      )}
      {asksDates ? <Dates filters={filters} /> : null}
      {Object.keys(filters.active()).length === 0 ? null : (
        <ToolButton
          onClick={() => {
            setAsksDates(false)
            filters.clear(names)
          }}
        >
          {say('clearFilters')}
        </ToolButton>
      )}
    </Filters>
  )
}

/** First and last day. */
function Dates({ filters }: { filters: ReturnType<typeof useFilters<'from' | 'to'>> }) {
  const today = dateText(Date.now())
  return [
    <DateField
      key="from"
      label={say('from')}
      value={filters.get('from')}
      max={today}
      onChange={(day) => filters.set('from', day)}
    />,
    <DateField
      key="to"
      label={say('until')}
      value={filters.get('to')}
      max={today}
      onChange={(day) => filters.set('to', day)}
    />,
  ]
}

/** `2026-11-17`, as date fields write it. */
function dateText(time: number): string {
  const { year, month, day } = calendarDay(time)
  return [String(year), String(month + 1).padStart(2, '0'), String(day).padStart(2, '0')].join('-')
}
