/**
 * A client process for tests that kill it. It hires with a key that it keeps on disk, and writes the task's id and every
 * event to standard output. With `hang`, it stops as soon as the marketplace has accepted the hire, before the response.
 * With the id of a task instead of an agent, it follows that task.
 */
import { createClient } from '../../../sdk/src/client.ts'

const [, , baseUrl = '', token = '', agent = '', idempotencyKey = '', step = '', lastEventId = ''] =
  process.argv
const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`)

const souk = createClient({
  baseUrl,
  token,
  fetch: async (input, init) => {
    const response = await fetch(input, init)
    if (step !== 'hang' || !response.url.endsWith('message:send')) return response
    say({ accepted: response.status })
    return new Promise(() => undefined)
  },
})

const price = { amount: 2000, currency: 'USD' }
const task = agent.startsWith('task_')
  ? souk.task(agent)
  : await souk.hire({ agent, title: 'Loud words', message: 'make it loud', price }, { idempotencyKey })
say({ task: task.id })
for await (const event of task.events(lastEventId === '' ? {} : { lastEventId }))
  say({ event: event.id, phase: event.market.phase })
