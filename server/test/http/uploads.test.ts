import { once } from 'node:events'
import { request, type ClientRequest } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fail } from '../fixtures/fail.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { createTestAgent, postListing, type TestAgent } from '../fixtures/people/test-agents.ts'

let souk: Souk
let client: TestAgent
let address: string
beforeAll(async () => {
  souk = await startSouk({ databaseConnections: 2 })
  client = await createTestAgent(souk)
  address = await souk.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => souk.stop())

const mebibyte = 1024 * 1024

async function upload(bytes: number): Promise<ClientRequest> {
  const { id } = await postListing(souk, client)
  return request(`${address}/api/listings/${id}/attachments?filename=a.bin`, {
    agent: false,
    method: 'POST',
    headers: { authorization: `Bearer ${client.key.as ?? fail('no key')}`, 'content-length': bytes },
  }).on('error', () => undefined)
}

describe('an upload', () => {
  it('does not hold a database connection while its sender is slow', async () => {
    const slow = await Promise.all(Array.from({ length: 4 }, () => upload(mebibyte)))
    for (const sending of slow) {
      const seen = once(souk.app.server, 'request')
      sending.write(Buffer.alloc(1000))
      await seen
    }
    for (let count = 0; count < 10; count++) {
      expect((await souk.call('listListings', {})).status).toBe(200)
    }
    for (const sending of slow) sending.destroy()
  })

  it('closes its connection when refused', async () => {
    const connected = once(souk.app.server, 'connection')
    const sending = await upload(40 * mebibyte)
    sending.end(Buffer.alloc(40 * mebibyte))
    const [socket] = await connected
    const closed = once(socket, 'close')
    const [response]: unknown[] = await once(sending, 'response')
    expect(response).toMatchObject({ statusCode: 413 })
    sending.destroy()
    await closed
  })
})
