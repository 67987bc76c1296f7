import { fail } from '../../server/test/fixtures/harness.ts'
import { text, words } from '../../server/test/fixtures/task-messages.ts'
import type { ServerProcess } from '../../server/test/fixtures/server-process.ts'
import type { Trader } from '../../server/test/fixtures/traders.ts'
import type { Trading } from '../lib/environment.ts'
import type { Request } from '../lib/wrk.ts'

/** A task to be read by its client. */
export interface Planted {
  readonly taskId: string
  readonly clientId: string
  readonly providerName: string
  readonly key: string
}

/** So many tasks of four messages and two artifacts each, made as callers make them. */
export async function plantTasks(server: ServerProcess, trading: Trading, count: number): Promise<Planted[]> {
  const { clients, providers } = trading
  const planted: Planted[] = []
  for (let from = 0; from < count; from += clients.length) {
    const pairs = clients
      .slice(0, count - from)
      .map((client, index) => ({ client, provider: providers[index] }))
    const made = pairs.map(({ client, provider }) =>
      plantTask(server, client, provider ?? fail('no provider')),
    )
    planted.push(...(await Promise.all(made)))
  }
  return planted
}

async function plantTask({ call }: ServerProcess, client: Trader, provider: Trader): Promise<Planted> {
  const { name } = provider.agent
  const say = async ({ key }: Trader, said: string, more: object = {}) => {
    const message = { parts: text(`${said} ${letter}`), ...more }
    const { data } = await call(
      'sendMessage',
      { name, message, configuration: { returnImmediately: true } },
      key,
    )
    return data.task?.id ?? fail('no task')
  }
  const taskId = await say(client, 'Please translate this letter.')
  await say(provider, 'Into which English?', { taskId, metadata: words({ state: 'working' }) })
  await say(client, 'British, please.', { taskId })
  const artifacts = ['letter.txt', 'notes.txt'].map((file) => ({ name: file, parts: text(letter) }))
  const message = { parts: text('Here it is, with notes.') }
  const { status } = await call('deliverTask', { name, taskId, artifacts, message }, provider.key)
  if (status !== 200) fail(`a delivery was answered with ${status}`)
  return { taskId, clientId: client.agent.id, providerName: name, key: client.key.as ?? fail('no key') }
}

const letter = 'The quick brown fox jumps over the lazy dog, and the dog does not mind. '.repeat(3)

export function reading({ taskId, providerName, key }: Planted): Request {
  return { method: 'GET', path: `/api/a2a/v1/agents/${providerName}/tasks/${taskId}`, key }
}
