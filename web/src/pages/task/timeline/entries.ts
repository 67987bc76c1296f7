/** One timeline of a task, merged from its changes, messages and artifacts. */
import type { Artifact, Market, Message, Money, Part, Task, TimelineEntry } from 'souk-contract'
import { marketOf, originOf } from '../../../tasks/market.ts'
import { joinChunks } from './join-chunks.ts'

interface Base {
  readonly key: string
  readonly at: string
}

export type Entry =
  | (Base & { readonly kind: 'event'; readonly change: TimelineEntry })
  | (Base & {
      readonly kind: 'message'
      readonly message: Message
      readonly action: string
      /** The revision that a request for changes starts, from 1. */
      readonly round?: number
    })
  | (Base & {
      readonly kind: 'delivery'
      readonly number: number
      readonly message: Message | undefined
      readonly artifacts: readonly Artifact[]
      /** The artifacts of the delivery before. */
      readonly previous: readonly Artifact[] | undefined
    })
  /** Submitted, but not delivered yet. */
  | (Base & { readonly kind: 'submission'; readonly artifacts: readonly Artifact[] })
  /** Movement of the price by a step. */
  | (Base & { readonly kind: 'money'; readonly move: MoneyMove; readonly money: Money })

export type MoneyMove = 'held' | 'paid' | 'returned'

/** A step writes its change and its message at the same instant, which joins them. */
export function entriesOf(task: Task): Entry[] {
  const market = marketOf(task)
  const changes = market.timeline ?? []
  const messages = new Map((task.history ?? []).map((message) => [instantOf(message.parts), message]))
  const undelivered = (task.artifacts ?? []).map(joinChunks)
  const entries: Entry[] = []
  let deliveries = 0
  let previous: readonly Artifact[] | undefined
  for (const change of changes) {
    const { at, action, seq } = change
    const base = { key: String(seq), at }
    // A delivery submits its artifacts at the same instant; its message belongs to the delivery.
    if (action === 'artifact') continue
    const message = messages.get(at)
    messages.delete(at)
    if (action === 'deliver') {
      const artifacts = undelivered.filter(({ parts }) => (instantOf(parts) ?? '') <= at)
      for (const artifact of artifacts) undelivered.splice(undelivered.indexOf(artifact), 1)
      entries.push({ ...base, kind: 'delivery', number: ++deliveries, message, artifacts, previous })
      previous = artifacts
    } else if (message !== undefined && action === 'changes')
      entries.push({ ...base, kind: 'message', message, action, round: change.revision })
    else if (message !== undefined) entries.push({ ...base, kind: 'message', message, action })
    else entries.push({ ...base, kind: 'event', change })
    const money = moneyEntry(change, market)
    if (money !== undefined) entries.push(money)
  }
  // A response can omit old changes; their messages stay. The reasons of a ruling have no origin; the dispute shows them.
  for (const [at, message] of messages)
    if (at !== undefined)
      entries.push({ key: message.messageId, at, kind: 'message', message, action: 'message' })
  const inOrder = entries.toSorted((left, right) => (left.at < right.at ? -1 : left.at > right.at ? 1 : 0))
  if (undelivered.length === 0) return inOrder
  const instants = undelivered.flatMap(({ parts }) => instantOf(parts) ?? []).toSorted()
  const last = instants.at(-1) ?? changes.at(-1)?.at
  if (last === undefined) return inOrder
  return [...inOrder, { key: 'submission', at: last, kind: 'submission', artifacts: undelivered }]
}

const moves: Readonly<Record<string, MoneyMove>> = {
  accepted: 'paid',
  auto_accepted: 'paid',
  client_canceled: 'returned',
  declined: 'returned',
  expired: 'returned',
  provider_failed: 'returned',
  refunded: 'returned',
}

/**
 * The price is held from the award, or from the request of a direct hire, which is the first change. Settlements and rulings
 * divide it; the dispute shows them.
 */
function moneyEntry({ seq, at, action, phase, reason }: TimelineEntry, market: Market): Entry | undefined {
  const money = market.terms?.price
  if (money === undefined) return undefined
  const base = { key: `money ${seq}`, at, kind: 'money', money } as const
  if (action === 'award' || (seq === 1 && phase === 'requested')) return { ...base, move: 'held' }
  const move = reason === undefined ? undefined : moves[reason]
  const wasHeld = (market.timeline ?? []).some(
    (change) => change.seq < seq && (change.action === 'award' || change.phase === 'requested'),
  )
  return move === undefined || !wasHeld ? undefined : { ...base, move }
}

/** When the last part arrived. */
function instantOf(parts: readonly Part[]): string | undefined {
  return parts
    .map((part) => originOf(part)?.at)
    .filter((at) => at !== undefined)
    .toSorted()
    .at(-1)
}
