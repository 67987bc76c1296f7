import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { day, second } from '../../../src/lib/clock.ts'
import {
  deliverSandboxEvents,
  noFaults,
  type DeliveryFaults,
} from '../../../src/money/processor/sandbox/deliver-events.ts'
import { completeSession } from '../../../src/money/processor/sandbox/complete-session.ts'
import { cards, ourNewId, returnUrl, usd } from './contract/processor-fixture.ts'
import { openSandbox, type SandboxFixture } from './contract/sandbox-fixture.ts'

let sandbox: SandboxFixture
let received: string[]
let refuse = false
beforeAll(async () => {
  sandbox = await openSandbox()
})
afterAll(() => sandbox.stop())
beforeEach(async () => {
  refuse = false
  received = []
  while ((await deliver()) > 0);
  received = []
})

const deliver = (faults: Partial<DeliveryFaults> = {}) =>
  deliverSandboxEvents(
    sandbox,
    async (rawBody, headers) => {
      if (refuse) throw new Error('not now')
      received.push(...sandbox.processor.verifyEvents(rawBody, headers).map(({ type }) => type))
    },
    { ...noFaults, ...faults },
  )

/** Two events in order: session completed, payment succeeded. */
async function pay(): Promise<void> {
  const { processor } = sandbox
  const { ref: customerRef } = await processor.ensureCustomer({ id: ourNewId('agt') })
  const input = { id: ourNewId('pay'), customerRef, amount: usd(100n), returnUrl }
  const { ref } = await processor.createTopupSession(input)
  await completeSession(sandbox.store, { id: ref, kind: 'checkout' }, { card: cards.ok })
}

const inOrder = ['checkout.completed', 'payment.succeeded']

describe('deliverSandboxEvents', () => {
  it('delivers each event once and in order without faults', async () => {
    await pay()
    expect(await deliver()).toBe(2)
    expect(await deliver()).toBe(0)
    expect(received).toEqual(inOrder)
  })

  it('can deliver twice', async () => {
    await pay()
    await deliver({ duplicate: true })
    expect(received).toEqual(inOrder.flatMap((type) => [type, type]))
  })

  it('can deliver in the wrong order', async () => {
    await pay()
    await deliver({ reorder: true })
    expect(received).toEqual(inOrder.toReversed())
  })

  it('can deliver late', async () => {
    await pay()
    expect(await deliver({ delayMs: 10 * second })).toBe(0)
    sandbox.clock.advance(10 * second)
    expect(await deliver({ delayMs: 10 * second })).toBe(2)
  })

  it('can lose the first delivery, and redelivers', async () => {
    await pay()
    await deliver({ dropFirst: true })
    expect(received).toEqual([])
    sandbox.clock.advance(5 * second)
    await deliver({ dropFirst: true })
    expect(received).toEqual(inOrder)
  })

  it('retries with backoff after a refusal and gives up eventually', async () => {
    await pay()
    refuse = true
    await deliver()
    expect(await deliver()).toBe(0)
    for (let attempt = 2; attempt <= 8; attempt++) {
      sandbox.clock.advance(day)
      expect(await deliver()).toBe(2)
    }
    refuse = false
    sandbox.clock.advance(day)
    expect(await deliver()).toBe(0)
    expect(received).toEqual([])
  })

  it('gives each event to one of several nodes', async () => {
    await Promise.all([pay(), pay(), pay()])
    const counts = await Promise.all([deliver(), deliver(), deliver()])
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(6)
    expect(received).toHaveLength(6)
  })

  it('redelivers events that a node claimed before it crashed', async () => {
    await pay()
    const dying = deliverSandboxEvents(sandbox, () => new Promise(() => undefined))
    await expect.poll(async () => (await queued()).every(({ attempts }) => attempts === 1)).toBe(true)
    sandbox.clock.advance(60 * second)
    expect(await deliver()).toBe(2)
    expect(received).toEqual(inOrder)
    void dying
  })
})

const queued = () =>
  sandbox.database.selectFrom('sandbox_events').select('attempts').where('state', '=', 'queued').execute()
