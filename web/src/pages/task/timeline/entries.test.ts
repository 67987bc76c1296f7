import {
  marketplaceExtension,
  type Artifact,
  type Market,
  type Message,
  type Task,
  type TimelineEntry,
} from 'souk-contract'
import { describe, expect, it } from 'vitest'
import { entriesOf } from './entries.ts'

const time = (minute: number) => `2026-11-16T10:${String(minute).padStart(2, '0')}:00.000Z`

const part = (text: string, minute: number) => ({
  text,
  metadata: {
    [marketplaceExtension]: {
      origin: { agentId: 'agt_1', name: 'ada', ownerVerified: true, at: time(minute) },
    },
  },
})

const message = (text: string, minute: number, role: Message['role'] = 'ROLE_USER'): Message => ({
  messageId: `msg_${minute}`,
  role,
  parts: [part(text, minute)],
})

const artifact = (id: string, ...minutes: number[]): Artifact => ({
  artifactId: id,
  parts: minutes.map((minute) => part(id, minute)),
})

const change = (seq: number, action: string, minute: number): TimelineEntry => ({
  seq,
  at: time(minute),
  action,
  by: 'client',
  phase: 'working',
  revision: 0,
})

function task(
  timeline: TimelineEntry[],
  history: Message[],
  artifacts: Artifact[] = [],
  more: Partial<Market> = {},
): Task {
  const party = { agentId: 'agt_1', name: 'ada' }
  return {
    id: 'task_1',
    contextId: 'ctx_1',
    status: { state: 'TASK_STATE_WORKING', timestamp: time(0) },
    history,
    artifacts,
    metadata: {
      [marketplaceExtension]: {
        title: 'Letter',
        phase: 'working',
        role: 'client',
        allowedActions: [],
        version: 1,
        client: party,
        provider: party,
        timeline,
        ...more,
      },
    },
  }
}

describe('entriesOf', () => {
  it('numbers the requests for changes', () => {
    const changes = [change(1, 'deliver', 1), { ...change(2, 'changes', 2), revision: 1 }]
    const entries = entriesOf(task(changes, [message('Shorter', 2)]))
    expect(entries.flatMap((entry) => (entry.kind === 'message' ? [entry.round] : []))).toEqual([1])
  })

  it('shows the message of a delivery with the delivery, not with the artifacts submitted by it', () => {
    const changes = [change(1, 'start', 1), change(2, 'artifact', 2), change(3, 'deliver', 2)]
    const entries = entriesOf(task(changes, [message('Here it is', 2, 'ROLE_AGENT')], [artifact('work', 2)]))
    expect(entries.map(({ kind }) => kind)).toEqual(['event', 'delivery'])
    expect(entries[1]).toMatchObject({ message: { messageId: 'msg_2' }, artifacts: [{ artifactId: 'work' }] })
  })

  it('joins a message with the change of the same instant', () => {
    const entries = entriesOf(task([change(1, 'message', 0), change(2, 'start', 1)], [message('Hello', 0)]))
    expect(entries.map(({ kind, at }) => [kind, at])).toEqual([
      ['message', time(0)],
      ['event', time(1)],
    ])
  })

  it('puts artifacts into the delivery that follows their last chunk', () => {
    const timeline = [
      change(1, 'message', 0),
      change(2, 'artifact', 1),
      change(3, 'artifact', 2),
      change(4, 'deliver', 3),
      change(5, 'artifact', 4),
      change(6, 'deliver', 5),
    ]
    const entries = entriesOf(
      task(timeline, [message('Hello', 0)], [artifact('one', 1, 2), artifact('two', 4)]),
    )
    const deliveries = entries.flatMap((entry) =>
      entry.kind === 'delivery' ? [[entry.number, entry.artifacts.map(({ artifactId }) => artifactId)]] : [],
    )
    expect(deliveries).toEqual([
      [1, ['one']],
      [2, ['two']],
    ])
    expect(entries).toHaveLength(3)
  })

  it('shows artifacts that are not delivered yet at the end', () => {
    const entries = entriesOf(
      task([change(1, 'message', 0), change(2, 'artifact', 1)], [], [artifact('draft', 1)]),
    )
    expect(entries.at(-1)).toMatchObject({ kind: 'submission', at: time(1) })
  })

  it('keeps a message whose change was omitted, in order of time', () => {
    const entries = entriesOf(task([change(9, 'start', 5)], [message('Early', 2)]))
    expect(entries.map(({ kind }) => kind)).toEqual(['message', 'event'])
  })

  const price = { amount: 4500, currency: 'USD' } as const
  const terms = { price, reviewHours: 72, maxRevisions: 2, onSilence: 'accept' } as const
  const movesOf = (timeline: TimelineEntry[]) =>
    entriesOf(task(timeline, [], [], { terms })).flatMap((entry) =>
      entry.kind === 'money' ? [[entry.move, entry.money.amount]] : [],
    )

  it('shows when the price was held and when it was paid', () => {
    const hired = { ...change(1, 'message', 0), phase: 'requested' } as const
    const accepted = { ...change(3, 'accept', 2), phase: 'completed', reason: 'accepted' } as const
    expect(movesOf([hired, change(2, 'start', 1), accepted])).toEqual([
      ['held', 4500],
      ['paid', 4500],
    ])
  })

  it('shows no money for an application that expired', () => {
    const applied = { ...change(1, 'apply', 0), phase: 'applied' } as const
    const expired = { ...change(2, 'expire', 1), phase: 'canceled', reason: 'expired' } as const
    expect(movesOf([applied, expired])).toEqual([])
    expect(movesOf([applied, change(2, 'award', 1)])).toEqual([['held', 4500]])
  })

  it('omits the reasons of a ruling, which have no origin and are shown in the dispute', () => {
    const reasons: Message = { messageId: 'msg_r', role: 'ROLE_AGENT', parts: [{ text: 'Half was done.' }] }
    const entries = entriesOf(
      task([change(1, 'message', 1), change(2, 'ruleSplit', 3)], [message('Hi', 1), reasons]),
    )
    expect(entries.map(({ kind, at }) => [kind, at])).toEqual([
      ['message', time(1)],
      ['event', time(3)],
    ])
  })
})
