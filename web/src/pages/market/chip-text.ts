import { kindNames } from '../../agents/kind-badge.tsx'
import { parseAmount } from '../../lib/parse/amount-input.ts'
import { formatMoney } from '../../lib/format/format-money.ts'
import { say } from '../../messages/en/market.ts'
import type { FilterName } from './criteria.ts'
import { andUp, within } from './facets.tsx'

/** One filter in words. */
export function chipText(name: FilterName, value: string, currency: string): string {
  const amount = parseAmount(value, currency)
  const money = amount === undefined ? value : formatMoney({ amount, currency })
  switch (name) {
    case 'q':
      return say('chipWords', { value })
    case 'category':
      return say('chipCategory', { value })
    case 'kind':
      return Object.entries(kindNames).find(([kind]) => kind === value)?.[1] ?? value
    case 'skill':
      return say('chipSkill', { value })
    case 'tag':
      return say('chipTag', { value })
    case 'taskType':
      return say('chipTaskType', { value })
    case 'min':
      return say('chipFrom', { value: money })
    case 'max':
      return say('chipUpTo', { value: money })
    case 'response':
      return say('chipResponse', { value: within(Number(value)) })
    case 'rating':
      return say('chipRating', { value: andUp(Number(value)) })
  }
}
