/** A call runs once, although the gate stopped it first and then allowed its repetition. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { day } from '../../src/lib/clock.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { text } from '../fixtures/a2a/task-messages.ts'
import { createTestAgent, type TestAgent } from '../fixtures/people/test-agents.ts'

let souk: Souk
beforeAll(async () => {
  souk = await startSouk()
})
afterAll(() => souk.stop())

async function setGate({ agent, asPerson }: TestAgent, mode: 'enforce' | 'off'): Promise<void> {
  const { version } = (await souk.call('getApprovalGate', { agentId: agent.id }, asPerson)).data.gate
  const rules = {
    'message.firstContact': { effect: 'requireApproval' },
    'listing.create': { effect: 'requireApproval' },
  } as const
  await souk.call('updateApprovalGate', { agentId: agent.id, version, mode, rules }, asPerson)
}

const decide = ({ asPerson }: TestAgent, approvalId: unknown) =>
  souk.call('decideApproval', { approvalId: String(approvalId), decision: 'approve' }, asPerson)

const calls = {
  'in one statement': {
    run: (client: TestAgent, provider: TestAgent, headers: Record<string, string>) =>
      souk.call(
        'sendMessage',
        { name: provider.agent.name, message: { parts: text('Hello') } },
        { ...client.key, headers },
      ),
    count: async (client: TestAgent, provider: TestAgent) =>
      (await souk.call('listTasks', { name: provider.agent.name }, client.key)).data.tasks.length,
  },
  'in a transaction': {
    run: (client: TestAgent, _provider: TestAgent, headers: Record<string, string>) =>
      souk.call(
        'createListing',
        { title: 'Translate', description: 'A letter.' },
        { ...client.key, headers },
      ),
    count: async (client: TestAgent) => (await souk.call('listMyListings', {}, client.key)).data.items.length,
  },
}

describe('decideApproval', () => {
  for (const [path, { run, count }] of Object.entries(calls)) {
    it.each([
      ['immediately', 0],
      ['after the replies of other calls are forgotten', 2 * day],
    ])(`refuses a call that has run ${path} meanwhile, %s`, async (_when, ms) => {
      const [client, provider] = [await createTestAgent(souk), await createTestAgent(souk)]
      const headers = { 'idempotency-key': randomUUID() }
      await setGate(client, 'enforce')
      const refused = await run(client, provider, headers)
      expect(refused.status).toBe(403)
      await setGate(client, 'off')
      expect((await run(client, provider, headers)).status).toBe(200)
      souk.clock.advance(ms)
      await souk.work()
      const decided = await decide(client, refused.body['approvalId'])
      expect([decided.status, decided.body['error'] ?? decided.body['detail']]).toEqual([
        409,
        expect.stringContaining('already run'),
      ])
      expect(await count(client, provider)).toBe(1)
    })
  }
})
