/**
 * A provider process for tests that kill it. It hangs as soon as the marketplace has accepted a new step, before the
 * response arrives: the worst moment to be killed. Each start therefore gets one step further.
 */
import { createClient, type Client } from '../../../sdk/src/client.ts'
import { fileStore } from '../../../sdk/src/node.ts'
import { createWorker } from '../../../sdk/src/worker/worker.ts'

const [, , baseUrl = '', token = '', file = ''] = process.argv

const client: Client = createClient({
  baseUrl,
  token,
  fetch: async (input, init) => {
    const response = await fetch(input, init)
    if (init?.method !== 'POST' || !response.ok) return response
    process.stdout.write(`${new URL(response.url).pathname.split('/').at(-1)}\n`)
    return new Promise(() => undefined)
  },
})

createWorker({
  client,
  store: fileStore(file),
  onTask: async (task) => {
    const color = await task.ask('Which color?')
    await task.progress('Mixing colors')
    await task.artifact({ name: 'draft', text: `A draft in ${color.parts[0]?.text}` })
    const size = await task.ask('Which size?')
    // A model gives another answer each time; the first one sent counts.
    const sentence = `A ${size.parts[0]?.text} picture, ${Math.random()}`
    await task.artifact({ name: 'picture', text: sentence })
    await task.deliver({ text: 'Enjoy it.' })
  },
})
