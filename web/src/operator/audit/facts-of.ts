/** Details of an audit entry as lines: the reason first, then before and after, then the rest. */
import { formatMoney } from '../../lib/format/format-money.ts'
import { factLabel } from './action-text.ts'
import { valueName } from './value-names.ts'

const order = ['reason', 'before', 'after']

/** The role is shown with the actor; the number of a step means nothing to people. */
const hidden = new Set(['operator', 'seq'])

/** In the minor unit of the marketplace's currency. */
const amounts = new Set(['amount', 'held'])

interface Fact {
  readonly name: string
  readonly label: string
  readonly text: string
  /** Whether the text is the ID of an object. */
  readonly isId: boolean
}

export function factsOf(details: object, currency: string): readonly Fact[] {
  return Object.entries(details)
    .filter(([name, value]) => value !== null && value !== '' && !hidden.has(name))
    .map(([name, value]): Fact => {
      const text = textOf(name, value, currency)
      return { name, label: factLabel(name), text, isId: /^[a-z]+_[0-9a-z]{26}$/.test(text) }
    })
    .toSorted((left, right) => rank(left.name) - rank(right.name))
}

function textOf(name: string, value: unknown, currency: string): string {
  if (amounts.has(name) && typeof value === 'number') return formatMoney({ amount: value, currency })
  if (typeof value === 'string') return valueName(name, value)
  return Array.isArray(value) ? value.join(', ') : JSON.stringify(value)
}

function rank(name: string): number {
  const index = order.indexOf(name)
  return index === -1 ? order.length : index
}
