import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fail } from '../fixtures/fail.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { market, text } from '../fixtures/a2a/task-messages.ts'
import { createTestAgent, type TestAgent } from '../fixtures/people/test-agents.ts'

let souk: Souk
let stranger: TestAgent
const pairs: { client: TestAgent; provider: TestAgent; taskId: string; firstText: string }[] = []

beforeAll(async () => {
  souk = await startSouk()
  stranger = await createTestAgent(souk)
  for (const firstText of ['one', 'two', 'three']) {
    const [client, provider] = [await createTestAgent(souk), await createTestAgent(souk)]
    const { name } = provider.agent
    const { data } = await souk.call('sendMessage', { name, message: { parts: text(firstText) } }, client.key)
    const taskId = data.task?.id ?? fail('no task')
    await souk.call(
      'sendMessage',
      { name, message: { taskId, parts: text(`${firstText} more`) } },
      client.key,
    )
    pairs.push({ client, provider, taskId, firstText })
  }
})
afterAll(() => souk.stop())

async function statements(): Promise<number> {
  const metric = await souk.context.metrics.registry.getSingleMetric('souk_database_statements_total')?.get()
  return metric?.values[0]?.value ?? 0
}

/** Ten concurrent rounds in which each trader requests a different task. */
const reads = () =>
  Array.from({ length: 10 }, (_, round) => round).flatMap((round) =>
    pairs.flatMap(({ client, provider, taskId, firstText }, index) =>
      [client, provider, stranger].map((who) => ({
        who,
        role: who === client ? 'client' : who === provider ? 'provider' : undefined,
        firstText,
        historyLength: round % 3,
        address: { name: provider.agent.name, taskId },
        // The task does not exist below the address of an agent that is not a party.
        wrong: { name: pairs[(index + 1) % pairs.length]?.provider.agent.name ?? fail('no pair'), taskId },
      })),
    ),
  )

describe('batched reads of tasks', () => {
  it('returns to each concurrent reader the same result as a single read', async () => {
    const calls = reads()
    const readAll = () =>
      Promise.all(
        calls.map(({ who, address, historyLength }) =>
          souk.call('getTask', { ...address, historyLength }, who.key),
        ),
      )
    // The first round fills the key cache, whose entries expire during a later round if the machine is busy.
    let responses = await readAll()
    const counts: number[] = []
    while (counts.length < 5 && !counts.some((count) => count < calls.length / 3)) {
      const before = await statements()
      responses = await readAll()
      counts.push((await statements()) - before)
    }
    expect(Math.min(...counts)).toBeLessThan(calls.length / 3)
    for (const [index, { role, firstText, historyLength, address }] of calls.entries()) {
      const response = responses[index] ?? fail('no answer')
      expect(response.status).toBe(role === undefined ? 404 : 200)
      if (role === undefined) continue
      const { data } = response
      expect(data.id).toBe(address.taskId)
      expect(market(data).role).toBe(role)
      const texts = (data.history ?? []).map(({ parts }) => parts[0]?.text)
      expect(texts).toEqual([firstText, `${firstText} more`].slice(2 - historyLength))
    }
  })

  it('returns 404 below another agent address even when a party reads the task concurrently', async () => {
    const calls = reads().flatMap(({ who, address, wrong }) => [
      { who, input: address },
      { who, input: wrong },
    ])
    const statuses = await Promise.all(
      calls.map(async ({ who, input }) => (await souk.call('getTask', input, who.key)).status),
    )
    for (const [index, { who, input }] of calls.entries()) {
      const own = pairs.find(({ taskId }) => taskId === input.taskId) ?? fail('no pair')
      const isParty = who === own.client || who === own.provider
      expect(statuses[index]).toBe(isParty && input.name === own.provider.agent.name ? 200 : 404)
    }
  })
})
