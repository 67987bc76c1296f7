/** Holds what arrived against what was promised. */
import { assertClaim, type Counts } from '../suite.ts'
import { requireSigned, type Arrival } from './receivers.ts'
import type { Listener, World } from './fixture.ts'

export function checkArrivals({ post, told, couples }: World, cutOff: number): Counts {
  requireSigned(post)
  const { arrivals } = post
  const queues = grouped(arrivals, ({ receiver, about }) => `${receiver} ${about?.taskId ?? ''}`)
  let messages = 0
  for (const { taskId, couple, changes } of told) {
    for (const { receiver, manner } of [couple.client, couple.provider]) {
      if (manner === 'gone') continue
      const came = queues.get(`${receiver} ${taskId}`) ?? []
      requireAll(came, { receiver, taskId, changes })
      requireOrder(came)
      messages += changes
    }
  }
  const taken = arrivals.filter(({ isTaken }) => isTaken)
  const duplicates =
    taken.length - new Set(taken.map(({ receiver, messageId }) => `${receiver} ${messageId}`)).size
  assertClaim(
    duplicates - cutOff < messages / 100,
    `${duplicates} messages arrived twice, though only ${cutOff} were cut off by a kill`,
  )
  return {
    messages,
    arrivals: arrivals.length,
    duplicates,
    ...byManner(couples.flatMap(({ client, provider }) => [client, provider])),
  }
}

interface Promised {
  readonly receiver: string
  readonly taskId: string
  readonly changes: number
}

function requireAll(came: readonly Arrival[], { receiver, taskId, changes }: Promised): void {
  const taken = new Set(came.filter(({ isTaken }) => isTaken).map(({ about }) => about?.sequence))
  const missing = Array.from({ length: changes }, (_, index) => index + 1).find(
    (sequence) => !taken.has(sequence),
  )
  assertClaim(missing === undefined, `change ${missing} of ${taskId} never arrived at ${receiver}`)
}

/** A message that has failed so often no longer holds up those behind it. */
const triesInOrder = 3

function requireOrder(came: readonly Arrival[]): void {
  const tries = new Map<number, number>()
  const taken = new Set<number>()
  for (const { about, isTaken, receiver } of came) {
    if (about === undefined) continue
    const { sequence, taskId } = about
    tries.set(sequence, (tries.get(sequence) ?? 0) + 1)
    if (!isTaken) continue
    taken.add(sequence)
    const passed = Array.from({ length: sequence - 1 }, (_, index) => index + 1).find(
      (before) => !taken.has(before) && (tries.get(before) ?? 0) < triesInOrder,
    )
    assertClaim(
      passed === undefined,
      `${receiver} took change ${sequence} of ${taskId} before change ${passed}`,
    )
  }
}

function byManner(listeners: readonly Listener[]): Counts {
  const groups = grouped(listeners, ({ manner }) => `${manner} receivers`)
  return Object.fromEntries([...groups].map(([name, all]) => [name, all.length]))
}

function grouped<T>(things: readonly T[], nameOf: (thing: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const thing of things) {
    const group = groups.get(nameOf(thing))
    if (group === undefined) groups.set(nameOf(thing), [thing])
    else group.push(thing)
  }
  return groups
}
