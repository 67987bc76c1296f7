/** Filters of the transactions, kept in the URL. */
import { activityKinds, type ActivityKind } from 'souk-contract'
import { calendarDay, startOfDay } from '../../lib/time-zone.ts'
import { useFilters } from '../../lib/use-filters.ts'
import { say } from '../../messages/en/money.ts'
import { DateField, Filters, InlineSelect } from '../../ui/filters.tsx'
import { ToolButton } from '../../ui/tool-button.tsx'

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

const kindOptions = [['', say('everyKind')], ...Object.entries(kindLabels)] as const

export interface ActivityQuery {
  readonly kind?: ActivityKind
  readonly from?: string
  readonly to?: string
}

const names = ['kind', 'from', 'to'] as const

/** The filters as input of `listActivity`; days begin and end in the time zone of the account. */
export function useActivityQuery(): ActivityQuery {
  const { active } = useFilters(names)
  const { kind, from, to } = active()
  const known = activityKinds.find((name) => name === kind)
  const [start, end] = [dayStart(from, 0), dayStart(to, 1)]
  return {
    ...(known === undefined ? {} : { kind: known }),
    ...(start === undefined ? {} : { from: start }),
    ...(end === undefined ? {} : { to: end }),
  }
}

function dayStart(date: string | undefined, shift: number): string | undefined {
  const noon = Date.parse(`${date ?? ''}T12:00:00Z`)
  if (Number.isNaN(noon)) return undefined
  const utc = new Date(noon)
  const day = { year: utc.getUTCFullYear(), month: utc.getUTCMonth(), day: utc.getUTCDate() + shift }
  return new Date(startOfDay(day)).toISOString()
}

export function ActivityFilters() {
  const filters = useFilters(names)
  const clear = () => names.forEach((name) => filters.set(name, ''))
  const today = dateText(Date.now())
  return (
    <Filters>
      <InlineSelect
        label={say('kind')}
        value={filters.get('kind')}
        options={kindOptions}
        onSelect={(kind) => filters.set('kind', kind)}
      />
      <DateField
        label={say('from')}
        value={filters.get('from')}
        max={today}
        onChange={(day) => filters.set('from', day)}
      />
      <DateField
        label={say('until')}
        value={filters.get('to')}
        max={today}
        onChange={(day) => filters.set('to', day)}
      />
      {Object.keys(filters.active()).length === 0 ? null : (
        <ToolButton onClick={clear}>{say('clearFilters')}</ToolButton>
      )}
    </Filters>
  )
}

/** `2026-11-17`, as date fields write it. */
function dateText(time: number): string {
  const { year, month, day } = calendarDay(time)
  return [String(year), String(month + 1).padStart(2, '0'), String(day).padStart(2, '0')].join('-')
}
