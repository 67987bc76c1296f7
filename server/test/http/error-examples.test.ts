import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { createTestAgent } from '../fixtures/people/test-agents.ts'

const page = await readFile(new URL('../../../docs/http-errors.md', import.meta.url), 'utf8')
const [platform, a2a] = [...page.matchAll(/^```json\n([\s\S]*?)^```/gm)].map(([, block = '']): unknown =>
  JSON.parse(block),
)

let souk: Souk
beforeAll(async () => {
  souk = await startSouk()
})
afterAll(() => souk.stop())

describe('the error bodies in docs/http-errors.md', () => {
  it('match the responses of platform routes', async () => {
    const { body } = await souk.call('getAgent', { name: 'not-there' })
    expect(platform).toEqual({ ...body, requestId: expect.stringMatching(/^req_/) })
  })

  it('match the responses of A2A routes', async () => {
    const { agent, key } = await createTestAgent(souk)
    const { body } = await souk.call('getTask', { name: agent.name, taskId: 'task_none' }, key)
    expect(body).toEqual(a2a)
  })
})
