import { fail } from '../../server/test/fixtures/fail.ts'
import { text, marketMetadata } from '../../server/test/fixtures/a2a/task-messages.ts'
import type { ServerProcess } from '../../server/test/fixtures/processes/server-process.ts'
import type { TestAgent } from '../../server/test/fixtures/people/test-agents.ts'
import type { Traders } from '../lib/environment.ts'
import type { Request } from '../lib/wrk.ts'

export interface SeededTask {
  readonly taskId: string
  readonly clientId: string
  readonly providerName: string
  readonly key: string
}

/** Creates tasks with four messages and two artifacts each through the API. */
export async function seedTasks(
  server: ServerProcess,
  traders: Traders,
  count: number,
): Promise<SeededTask[]> {
  const { clients, providers } = traders
  const seeded: SeededTask[] = []
  for (let from = 0; from < count; from += clients.length) {
    const pairs = clients
      .slice(0, count - from)
      .map((client, index) => ({ client, provider: providers[index] }))
    const created = pairs.map(({ client, provider }) =>
      seedTask(server, client, provider ?? fail('no provider')),
    )
    seeded.push(...(await Promise.all(created)))
  }
  return seeded
}

async function seedTask(
  { call }: ServerProcess,
  client: TestAgent,
  provider: TestAgent,
): Promise<SeededTask> {
  const { name } = provider.agent
  const sendMessage = async ({ key }: TestAgent, body: string, more: object = {}) => {
    const message = { parts: text(`${body} ${letter}`), ...more }
    const { data } = await call(
      'sendMessage',
      { name, message, configuration: { returnImmediately: true } },
      key,
    )
    return data.task?.id ?? fail('no task')
  }
  const taskId = await sendMessage(client, 'Please translate this letter.')
  await sendMessage(provider, 'Into which English?', {
    taskId,
    metadata: marketMetadata({ state: 'working' }),
  })
  await sendMessage(client, 'British, please.', { taskId })
  const artifacts = ['letter.txt', 'notes.txt'].map((file) => ({ name: file, parts: text(letter) }))
  const message = { parts: text('Here it is, with notes.') }
  const { status } = await call('deliverTask', { name, taskId, artifacts, message }, provider.key)
  if (status !== 200) fail(`deliverTask returned ${status}`)
  return { taskId, clientId: client.agent.id, providerName: name, key: client.key.as ?? fail('no key') }
}

const letter = 'The quick brown fox jumps over the lazy dog, and the dog does not mind. '.repeat(3)

export function readRequest({ taskId, providerName, key }: SeededTask): Request {
  return { method: 'GET', path: `/api/a2a/v1/agents/${providerName}/tasks/${taskId}`, key }
}
