import { describe, expect, it } from 'vitest'
import { createClient } from './client.ts'
import { startServer, type Answer } from './test-server.ts'

const letter: Answer = {
  headers: {
    'content-type': 'text/plain',
    'content-length': '8',
    'content-disposition': "attachment; filename*=UTF-8''a%20letter.txt",
  },
  body: 'Dear Sir',
}
const busy: Answer = { status: 503, headers: { 'retry-after': '0' } }
const input = { listingId: 'lst_1', filename: 'as asked.txt' }
const fetchFrom = (baseUrl: string, options = {}) =>
  createClient({ baseUrl }).listings.getAttachment(input, options)

describe('download', () => {
  it('returns the media type, name, size and contents of a file', async () => {
    const { baseUrl, received } = await startServer(busy, letter)
    const file = await fetchFrom(baseUrl)
    expect(file).toMatchObject({ mediaType: 'text/plain', filename: 'a letter.txt', size: 8 })
    expect(await file.bytes()).toEqual(new TextEncoder().encode('Dear Sir'))
    expect(await (await fetchFrom(baseUrl)).text()).toBe('Dear Sir')
    expect(received.map(({ url }) => url)).toEqual(
      Array.from({ length: 3 }, () => '/api/listings/lst_1/attachments/as%20asked.txt'),
    )
  })

  it('takes the file name from the URL if the response has none', async () => {
    const { baseUrl } = await startServer({ body: 'Dear Sir' })
    expect((await fetchFrom(baseUrl)).filename).toBe('as asked.txt')
  })

  it('streams the bytes, and closes the connection on cancel', async () => {
    const { baseUrl, openCount } = await startServer({ pieces: ['Dear ', 'Sir'], ending: 'stay', everyMs: 5 })
    const reader = (await fetchFrom(baseUrl)).body.getReader()
    expect(new TextDecoder().decode((await reader.read()).value)).toMatch(/^Dear /)
    await reader.cancel()
    await expect.poll(openCount).toBe(0)
  })

  it('fails if the file is cut off, stalls or is aborted', async () => {
    const { baseUrl, openCount } = await startServer(
      { pieces: ['Dear '], ending: 'cut' },
      { pieces: ['Dear '], ending: 'stay' },
      { pieces: ['Dear '], ending: 'stay' },
    )
    const broken = { kind: 'unavailable', status: 0 }
    await expect((await fetchFrom(baseUrl)).text()).rejects.toMatchObject(broken)
    await expect((await fetchFrom(baseUrl, { timeoutMs: 100 })).text()).rejects.toMatchObject(broken)
    const leaving = new AbortController()
    const whole = (await fetchFrom(baseUrl, { signal: leaving.signal })).text()
    leaving.abort(new Error('changed my mind'))
    await expect(whole).rejects.toThrow('changed my mind')
    await expect.poll(openCount).toBe(0)
  })

  it('throws a SoukError for an error response', async () => {
    const { baseUrl } = await startServer({ status: 404, body: { success: false, error: 'No such file.' } })
    await expect(fetchFrom(baseUrl)).rejects.toMatchObject({ kind: 'not-found', message: 'No such file.' })
  })
})
