import { describe, expect, expectTypeOf, it } from 'vitest'
import type { Attachment } from 'souk-contract'
import { createClient } from './client.ts'
import { startServer, success, type Answer } from './test-server.ts'

const busy: Answer = { status: 503, headers: { 'retry-after': '0' } }
const bytes = new TextEncoder().encode('Dear Sir')
const streamOf = (content: Uint8Array) =>
  new ReadableStream<Uint8Array>({
    start: (controller) => {
      controller.enqueue(content.subarray(0, 4))
      controller.enqueue(content.subarray(4))
      controller.close()
    },
  })

describe('upload', () => {
  it.each([
    ['a Blob', () => new Blob(['Dear Sir'], { type: 'text/plain' })],
    ['bytes', () => bytes],
    ['a view into a larger buffer', () => new TextEncoder().encode('..Dear Sir..').subarray(2, 10)],
    ['a stream', () => streamOf(bytes)],
  ])('sends %s as the body, and retries with the same Idempotency-Key', async (_, fileOf) => {
    const { baseUrl, received } = await startServer(busy, 'hang up', success({ attachment: { size: 8 } }))
    const { listings } = createClient({ baseUrl, token: 't' })
    const file = fileOf()
    const response = await listings.addAttachment({ listingId: 'lst_1', filename: 'a letter.txt', file })
    expectTypeOf(response).toEqualTypeOf<{ attachment: Attachment }>()
    expect(response).toEqual({ attachment: { size: 8 } })
    const url = '/api/listings/lst_1/attachments?filename=a+letter.txt'
    const headers = { 'content-type': 'application/octet-stream', 'content-length': '8' }
    const sent = { method: 'POST', url, headers, body: 'Dear Sir' }
    expect(received).toMatchObject([sent, sent, sent])
    expect(new Set(received.map((request) => request.headers['idempotency-key'])).size).toBe(1)
  })

  it('sends an empty file', async () => {
    const { baseUrl, received } = await startServer(success({}))
    const input = { listingId: 'lst_1', filename: 'empty.txt', file: new Uint8Array() }
    await createClient({ baseUrl }).listings.addAttachment(input)
    expect(received).toMatchObject([{ body: '', headers: { 'content-length': '0' } }])
  })

  it('refuses anything that is not a file', async () => {
    const { addAttachment } = createClient({ baseUrl: 'http://127.0.0.1:1/api' }).listings
    const call = Reflect.apply(addAttachment, undefined, [{ listingId: 'lst_1', filename: 'a' }])
    await expect(call).rejects.toThrow(/"file" must be/)
  })
})
