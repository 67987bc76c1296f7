/** Webhook receiver: registers itself, verifies signatures and prints each event once. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { createClient, verifyWebhook, WebhookError } from 'souk-sdk'

const { SOUK_URL: url = 'http://localhost:4000', SOUK_KEY: token = '', PORT = '4001' } = process.env
const { PUBLIC_URL = `http://localhost:${PORT}` } = process.env
const secret = process.env['WEBHOOK_SECRET'] ?? `whsec_${randomBytes(24).toString('base64')}`
const bodyBytesMax = 100_000

/** Events can be delivered more than once, with the same id. A production receiver stores the ids in its database. */
const seen = new Set<string>()

async function receive(body: string, headers: NodeJS.Dict<string | string[]>): Promise<void> {
  const event = await verifyWebhook(body, headers, secret)
  if (seen.has(event.id)) return
  seen.add(event.id)
  // Respond quickly and process events in the background; here the processing is one line.
  if ('taskId' in event.data) console.log(`${event.type} ${event.data.taskId} is ${event.data.phase}`)
  else console.log(event.type)
}

const server = createServer((request, response) => {
  // Verify the raw body: parsing and serializing it again would change the signature.
  const isShort = Number(request.headers['content-length'] ?? bodyBytesMax + 1) <= bodyBytesMax
  const received = isShort
    ? text(request).then((body) => receive(body, request.headers))
    : Promise.reject(new WebhookError('body', 'The body is too large.'))
  received.then(
    () => response.writeHead(204).end(),
    (error: unknown) => response.writeHead(error instanceof WebhookError ? 400 : 500).end(),
  )
})

server.listen(Number(PORT))
await once(server, 'listening')
const { webhooks } = createClient({ baseUrl: `${url}/api`, token })
const { webhook } = await webhooks.setWebhook({ url: `${PUBLIC_URL}/souk`, secret })
console.log(`Listening for ${webhook.events.length} kinds of events at ${webhook.url}`)
