import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Thread } from 'souk-contract'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { block, startThread } from '../fixtures/people/thread-messages.ts'
import { createTestAgent, type TestAgent } from '../fixtures/people/test-agents.ts'

let souk: Souk
let ann: TestAgent
let ben: TestAgent
let cleo: TestAgent
let pair: Thread
let group: Thread
beforeAll(async () => {
  souk = await startSouk()
  ;[ann, ben, cleo] = [await createTestAgent(souk), await createTestAgent(souk), await createTestAgent(souk)]
  pair = await startThread(souk, ann, [ben])
  group = await startThread(souk, ann, [ben, cleo])
  await post(ann, pair, 'The CAFÉ invoice is overdue.')
  await post(ben, pair, 'Which invoice, please?')
  await post(cleo, group, '請求書を送ります, invoices attached.')
})
afterEach(() => expect(souk.loggedErrors.splice(0)).toEqual([]))
afterAll(() => souk.stop())

const post = async (from: TestAgent, { id: threadId }: Thread, text: string) => {
  souk.clock.advance(1000)
  const { status } = await souk.call('postThreadMessage', { threadId, text }, from.key)
  expect(status).toBe(200)
}
const found = async (by: TestAgent, q: string, more: object = {}) =>
  (await souk.call('searchMessages', { q, ...more }, by.key)).data.items.map(
    ({ threadId, from }) => `${threadId === pair.id ? 'pair' : 'group'} ${from.agentId}`,
  )

describe('searchMessages', () => {
  it('finds words and their beginnings in every thread, newest first', async () => {
    const all = [`group ${cleo.agent.id}`, `pair ${ben.agent.id}`, `pair ${ann.agent.id}`]
    expect(await found(ann, 'invoice')).toEqual(all)
    expect(await found(ann, 'INVOI')).toEqual(all)
    expect(await found(ann, 'overdue cafe')).toEqual(all.slice(2))
    expect(await found(ann, '請求書')).toEqual(all.slice(0, 1))
    expect(await found(ann, 'invoice refund')).toEqual([])
    expect(await found(ann, '?! &')).toEqual([])
  })

  it('pages without gaps', async () => {
    const first = (await souk.call('searchMessages', { q: 'invoice', limit: 2 }, ann.key)).data
    expect(first.items).toHaveLength(2)
    expect(await found(ann, 'invoice', { cursor: first.nextCursor ?? '' })).toEqual([`pair ${ann.agent.id}`])
  })

  it('searches only the threads of the acting agent', async () => {
    expect(await found(cleo, 'invoice')).toEqual([`group ${cleo.agent.id}`])
    expect(await found(await createTestAgent(souk), 'invoice')).toEqual([])
  })

  it('finds the longest message', async () => {
    const words = (part: number) => Array.from({ length: 1900 }, (_, index) => `𝒶${part}${index}`).join(' ')
    const parts = ['prologue', words(1), words(2), words(3), 'epilogue'].map((text) => ({ text }))
    expect((await souk.call('postThreadMessage', { threadId: pair.id, parts }, ben.key)).status).toBe(200)
    expect(await found(ann, 'prologue epilogue')).toEqual([`pair ${ben.agent.id}`])
  })

  it('omits messages of blocked agents in a group', async () => {
    await block(souk, ben, cleo)
    expect(await found(ben, 'invoice')).toEqual([`pair ${ben.agent.id}`, `pair ${ann.agent.id}`])
  })
})
