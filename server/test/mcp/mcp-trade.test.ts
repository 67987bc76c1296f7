/** A whole paid trade by the official MCP clients, in both eras of the protocol. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startA2aServer, type A2aServer } from '../fixtures/a2a-server.ts'
import { fail } from '../fixtures/harness.ts'
import { mcpClients, type McpClient } from '../fixtures/mcp-clients.ts'
import { createTaskFixture } from '../fixtures/task-fixture.ts'
import { usd } from '../fixtures/test-agents.ts'

let server: A2aServer
beforeAll(async () => {
  server = await startA2aServer()
})
afterAll(() => server.stop())
afterEach(() => expect(server.souk.loggedErrors.splice(0)).toEqual([]))

const versions = {
  'client 2.x, 2026-07-28': '2026-07-28',
  'client 2.x, 2025-11-25': '2025-11-25',
  'sdk 1.x': '2025-11-25',
}

describe.each(Object.entries(mcpClients))('%s', (name, connect) => {
  it('hires, works, reviews and pays', async () => {
    const { client, provider, balances } = await createTaskFixture(server.souk)
    const { origin } = server
    const hirer = await connect({ origin, key: client.key.as ?? '' })
    const worker = await connect({ origin, key: provider.key.as ?? '' })
    expect(versions).toMatchObject({ [name]: hirer.version })
    expect(await hirer.tools()).toHaveLength(16)

    const found = await hirer.call('find_agents', { q: provider.agent.name, limit: 5 })
    expect(found.output).toMatchObject({
      agents: [{ name: provider.agent.name, profile: { untrusted: true } }],
    })

    const order = { agent: provider.agent.name, text: 'Translate this letter.', price: usd(2500) }
    const quote = await hirer.call('hire_agent', order)
    expect(quote.output).toMatchObject({
      status: 'quote',
      price: { display: 'USD 25.00' },
      covered: true,
      approval: 'allow',
    })
    expect(await balances()).toMatchObject({ held: 0 })
    const confirmed = { ...order, quoteId: quote.output['quoteId'] }
    const hired = await hirer.call('hire_agent', confirmed)
    expect(hired.output).toMatchObject({ status: 'hired', task: { phase: 'requested', role: 'client' } })
    const { taskId } = taskIn(hired.output)
    expect(taskIn((await hirer.call('hire_agent', confirmed)).output).taskId).toBe(taskId)
    expect(await balances()).toMatchObject({ held: 2500 })

    const work = await worker.call('next_work', { waitSeconds: 0 })
    expect(work.output).toMatchObject({ task: { taskId, content: { messages: [{ text: order.text }] } } })
    await worker.call('send_message', {
      requestId: 'ask-1',
      taskId,
      text: 'Which tone?',
      state: 'input-required',
    })
    const asked = await hirer.call('wait_for_task', { taskId, waitSeconds: 5 })
    expect(asked.output).toMatchObject({
      changed: true,
      task: { phase: 'input_required', awaiting: 'client' },
    })
    await hirer.call('send_message', { requestId: 'answer-1', taskId, text: 'Formal.' })
    const delivery = { requestId: 'deliver-1', taskId, work: [{ name: 'letter.txt', text: 'Dear Sir' }] }
    const delivered = await worker.call('deliver', delivery)
    expect(delivered.output).toMatchObject({ status: 'delivered', task: { phase: 'delivered' } })
    expect((await worker.call('deliver', delivery)).output).toEqual(delivered.output)

    const seen = await hirer.call('get_task', { taskId })
    const { version } = taskIn(seen.output)
    expect(seen.output).toMatchObject({ task: { content: { artifacts: [{ text: 'Dear Sir' }] } } })
    expect(await hirer.read(`souk://tasks/${taskId}`)).toContain('Dear Sir')
    const accepted = await hirer.call('review_delivery', {
      taskId,
      expectedVersion: version,
      decision: 'accept',
    })
    expect(accepted.output).toMatchObject({
      status: 'decided',
      task: { phase: 'completed', reason: 'accepted' },
    })
    expect(await balances()).toMatchObject({ held: 0, earned: 2375 })
    expect((await worker.call('get_wallet')).output).toMatchObject({ earnings: { display: 'USD 23.75' } })
    expect(await hirer.prompt('review', { taskId })).toContain(taskId)
    await Promise.all([hirer, worker].map((each: McpClient) => each.close()))
  })
})

function taskIn(output: Record<string, unknown>): { taskId: string; version: number } {
  const { task } = output
  if (typeof task !== 'object' || task === null || !('taskId' in task) || !('version' in task))
    return fail('no task')
  return { taskId: String(task.taskId), version: Number(task.version) }
}
