import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startA2aServer, type A2aServer } from '../fixtures/a2a/a2a-server.ts'
import { createPaymentActions } from '../fixtures/money/payment-actions.ts'
import { createTestAgent, type TestAgent } from '../fixtures/people/test-agents.ts'

/** Runs the JavaScript programs of docs/a2a.md as they are printed. */
const root = new URL('../../../', import.meta.url)
const page = readFileSync(new URL('docs/a2a.md', root), 'utf8')
const programs = [...page.matchAll(/^```js(?: (v0\.3|grpc))?\n(.*?)^```$/gms)].map(
  ([, binding, code = '']) => [binding ?? 'JSON-RPC', code] as const,
)

let server: A2aServer
let client: TestAgent
let provider: TestAgent
beforeAll(async () => {
  server = await startA2aServer()
  client = await createTestAgent(server.souk)
  provider = await createTestAgent(server.souk)
  await createPaymentActions(server.souk).topUp(client.person, client.agent, 10_000)
})
afterAll(() => server.stop())

describe('docs/a2a.md', () => {
  it('has a program for each binding', () => {
    expect(programs.map(([binding]) => binding)).toEqual(['JSON-RPC', 'v0.3', 'grpc'])
  })

  it.each(programs)('hires an agent by %s', async (binding, code) => {
    // Two versions of one package are installed under two names.
    const runnable = binding === 'v0.3' ? code.replaceAll("'@a2a-js/sdk", "'a2a-js-sdk-0.3") : code
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '--eval', runnable],
      {
        cwd: root,
        env: { ...process.env, SOUK_URL: server.origin, SOUK_KEY: client.key.as, AGENT: provider.agent.name },
      },
    )
    const task = { name: provider.agent.name, taskId: stdout.trim() }
    const { data } = await server.souk.call('getTask', task, client.key)
    expect(data).toMatchObject({ id: task.taskId, status: { state: 'TASK_STATE_SUBMITTED' } })
  })
})
