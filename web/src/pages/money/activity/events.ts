/** One row per event of a wallet: the ledger lists a line for each balance that changed. */
import type { ActivityLine } from 'souk-contract'
import { activityText } from '../../../messages/activity-text.ts'

export interface MoneyEvent {
  readonly key: string
  readonly at: string
  readonly description: string
  readonly title: string | undefined
  /** Change of the wallet's total. */
  readonly net: number
  /** Amount moved between balances of the wallet, if the total did not change. */
  readonly moved: number
  /** Price of the work, or the whole amount of another event. */
  readonly gross: number
  /** Part of the price that the marketplace kept and the viewer did not receive; 0 for other events. */
  readonly fee: number
  /** Kind of the main line. */
  readonly kind: string
  /** Agent, `platform` or payment processor on the other side. */
  readonly counterparty: string
  /** The other agent of the trade, including for a hold. */
  readonly party: { readonly id: string; readonly name: string } | undefined
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
  return withWholePayouts(groups).flatMap((group) => {
    // Of equal amounts, the newest line comes first.
    const main = group.toSorted((left, right) => Math.abs(right.amount) - Math.abs(left.amount))[0]
    return main === undefined ? [] : [eventOf(group, main)]
  })
}

/** A payout that was sent includes its request, which only moved the amount inside the wallet. */
function withWholePayouts(groups: readonly ActivityLine[][]): readonly ActivityLine[][] {
  const requests = new Map(
    groups.flatMap((group) =>
      group[0]?.kind === 'payout_hold' ? [[group[0].reference, group] as const] : [],
    ),
  )
  const sent = new Set(groups.flatMap(([line]) => (line?.kind === 'payout_sent' ? [line.reference] : [])))
  return groups.flatMap((group) => {
    const { kind, reference = '' } = group[0] ?? {}
    if (kind === 'payout_sent') return [[...group, ...(requests.get(reference) ?? [])]]
    return kind === 'payout_hold' && sent.has(reference) ? [] : [group]
  })
}

function eventOf(lines: readonly ActivityLine[], main: ActivityLine): MoneyEvent {
  const gained = lines.filter(({ amount }) => amount > 0).reduce((sum, { amount }) => sum + amount, 0)
  const net = sumOf(lines)
  const { at, title, currency, id, balance } = main
  // The client pays the price, which includes the fee; the provider receives the rest.
  const fee = net > 0 && earningKinds.includes(main.kind) ? (main.fee ?? 0) : 0
  return {
    key: `${id} ${balance}`,
    at,
    description: activityText(main),
    title,
    net,
    moved: net === 0 ? gained : 0,
    gross: (net === 0 ? gained : Math.abs(net)) + fee,
    fee,
    kind: main.kind,
    counterparty: main.counterparty,
    party: main.party === undefined ? undefined : { id: main.party, name: main.partyName ?? main.party },
    reference: main.reference,
    taskId: main.reference.startsWith('task_') ? main.reference : undefined,
    currency,
    lines,
  }
}

/** Kinds by which a provider is paid. */
const earningKinds: readonly string[] = ['settle', 'rule']

function sumOf(lines: readonly ActivityLine[]): number {
  return lines.reduce((sum, { amount }) => sum + amount, 0)
}
