/** One timeline of a task, merged from its changes, messages and artifacts. */
import type { Artifact, Message, Part, Task, TimelineEntry } from 'souk-contract'
import { marketOf, originOf } from '../../tasks/market.ts'

interface Base {
  readonly key: string
  readonly at: string
}

export type Entry =
  | (Base & { readonly kind: 'event'; readonly change: TimelineEntry })
  | (Base & { readonly kind: 'message'; readonly message: Message; readonly action: string })
  | (Base & {
      readonly kind: 'delivery'
      readonly number: number
      readonly message: Message | undefined
      readonly artifacts: readonly Artifact[]
    })
  /** Submitted, but not delivered yet. */
  | (Base & { readonly kind: 'submission'; readonly artifacts: readonly Artifact[] })

/** A step writes its change and its message at the same instant, which joins them. */
export function entriesOf(task: Task): Entry[] {
  const changes = marketOf(task).timeline ?? []
  const messages = new Map((task.history ?? []).map((message) => [instantOf(message.parts), message]))
  const undelivered = [...(task.artifacts ?? [])]
  const entries: Entry[] = []
  let deliveries = 0
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
      entries.push({ ...base, kind: 'delivery', number: ++deliveries, message, artifacts })
    } else if (message !== undefined) entries.push({ ...base, kind: 'message', message, action })
    else entries.push({ ...base, kind: 'event', change })
  }
  // A response can omit old changes; their messages stay.
  for (const [at, message] of messages)
    entries.push({ key: message.messageId, at: at ?? '', kind: 'message', message, action: 'message' })
  const inOrder = entries.toSorted((left, right) => (left.at < right.at ? -1 : left.at > right.at ? 1 : 0))
  const last = undelivered
    .map(({ parts }) => instantOf(parts) ?? '')
    .toSorted()
    .at(-1)
  if (last === undefined) return inOrder
  return [...inOrder, { key: 'submission', at: last, kind: 'submission', artifacts: undelivered }]
}

/** When the last part arrived. */
function instantOf(parts: readonly Part[]): string | undefined {
  return parts
    .map((part) => originOf(part)?.at)
    .filter((at) => at !== undefined)
    .toSorted()
    .at(-1)
}
