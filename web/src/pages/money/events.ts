/** One row per event of a wallet: the ledger lists a line for each balance that changed. */
import type { ActivityLine } from 'souk-contract'
import { activityText } from '../../messages/activity-text.ts'

export interface MoneyEvent {
  readonly key: string
  readonly at: string
  readonly description: string
  readonly title: string | undefined
  /** What the wallet gained or lost. */
  readonly net: number
  /** What moved between balances of the wallet, if it gained and lost nothing. */
  readonly moved: number
  /** Part of the event that went to the marketplace. */
  readonly fee: number
  /** Agent, `platform` or payment processor on the other side. */
  readonly counterparty: string
  /** Id of the task, payment or payout. */
  readonly reference: string
  readonly taskId: string | undefined
  readonly currency: string
  readonly lines: readonly ActivityLine[]
}

/** Lines of one event have the same time and reference, and follow each other. */
export function eventsOf(lines: readonly ActivityLine[]): MoneyEvent[] {
  const groups: ActivityLine[][] = []
  for (const line of lines) {
    const last = groups.at(-1)
    if (last?.[0]?.at === line.at && last[0].reference === line.reference) last.push(line)
    else groups.push([line])
  }
  return groups.flatMap((group) => {
    const main = group.toSorted((left, right) => Math.abs(right.amount) - Math.abs(left.amount))[0]
    return main === undefined ? [] : [eventOf(group, main)]
  })
}

function eventOf(lines: readonly ActivityLine[], main: ActivityLine): MoneyEvent {
  const gained = lines.filter(({ amount }) => amount > 0).reduce((sum, { amount }) => sum + amount, 0)
  const net = sumOf(lines)
  const { at, title, currency, id, balance } = main
  return {
    key: `${id} ${balance}`,
    at,
    description: activityText(main),
    title,
    net,
    moved: net === 0 ? gained : 0,
    fee: Math.abs(
      sumOf(lines.filter(({ counterparty, kind }) => counterparty === 'platform' && kind === 'settle')),
    ),
    counterparty: main.counterparty,
    reference: main.reference,
    taskId: main.reference.startsWith('task_') ? main.reference : undefined,
    currency,
    lines,
  }
}

function sumOf(lines: readonly ActivityLine[]): number {
  return lines.reduce((sum, { amount }) => sum + amount, 0)
}
