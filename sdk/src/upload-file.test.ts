import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createClient } from './client.ts'
import { startServer, success, type Answer } from './test-server.ts'

const sha256Of = (text: string) => createHash('sha256').update(text).digest('hex')
const source = {
  filename: 'a.txt',
  size: 10,
  read: async (start: number, end: number) => bytesOf(start, end),
}
const bytesOf = (start: number, end: number) => new TextEncoder().encode('abcdefghij'.slice(start, end))
const pieces = ['abcd', 'efgh', 'ij']
const partAt = (index: number) => {
  const text = pieces[index] ?? ''
  return { number: index + 1, size: text.length, sha256: sha256Of(text) }
}
const file = {
  id: 'file_1',
  state: 'uploading',
  size: 10,
  partSize: 4,
  partCount: 3,
  received: null,
  parts: [],
}
const stored = (index: number) => success({ part: partAt(index) })
const refused: Answer = {
  status: 422,
  body: JSON.stringify({ success: false, code: 'unprocessable', error: 'No.' }),
}

describe('files.upload', () => {
  it('sends the parts in order, reports the progress and completes', async () => {
    const done = { ...file, state: 'ready' }
    const { baseUrl, received } = await startServer(
      success({ file }),
      stored(0),
      stored(1),
      stored(2),
      success({ file: done }),
    )
    const progress: number[] = []
    const { files } = createClient({ baseUrl, token: 't' })
    const uploaded = await files.upload(source, { onProgress: ({ stored: bytes }) => progress.push(bytes) })
    expect(uploaded).toEqual(done)
    expect(progress).toEqual([0, 4, 8, 10])
    expect(received.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST /api/files',
      'PUT /api/files/file_1/parts/1',
      'PUT /api/files/file_1/parts/2',
      'PUT /api/files/file_1/parts/3',
      'POST /api/files/file_1/complete',
    ])
    expect(received.slice(1, 4).map(({ body }) => body)).toEqual(pieces)
  })

  it('continues after a failed part without sending the stored ones again', async () => {
    const first = await startServer(success({ file }), stored(0), refused)
    const interrupted = createClient({ baseUrl: first.baseUrl, retries: 0 }).files.upload(source)
    await expect(interrupted).rejects.toMatchObject({ status: 422 })
    const second = await startServer(
      success({ file: { ...file, parts: [partAt(0)] } }),
      stored(1),
      stored(2),
      success({ file: { ...file, state: 'ready' } }),
    )
    const progress: number[] = []
    await createClient({ baseUrl: second.baseUrl }).files.upload(source, {
      fileId: 'file_1',
      onProgress: ({ stored: bytes }) => progress.push(bytes),
    })
    expect(second.received.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /api/files/file_1',
      'PUT /api/files/file_1/parts/2',
      'PUT /api/files/file_1/parts/3',
      'POST /api/files/file_1/complete',
    ])
    expect(progress).toEqual([4, 4, 8, 10])
  })

  it('fails if a stored part differs from the local file', async () => {
    const other = { ...partAt(0), sha256: sha256Of('wxyz') }
    const { baseUrl, received } = await startServer(success({ file: { ...file, parts: [other] } }))
    const { files } = createClient({ baseUrl })
    await expect(files.upload(source, { fileId: 'file_1' })).rejects.toThrow(
      'Part 1 of file_1 differs from the local file.',
    )
    expect(received).toHaveLength(1)
  })

  it.each([
    ['another size', { ...file, size: 11 }, 'File file_1 has 11 bytes, not 10.'],
    [
      'a stripped image of another size',
      { ...file, size: 6, received: { size: 12 } },
      'has 12 bytes, not 10',
    ],
  ])('refuses to continue an upload of %s', async (_name, found, message) => {
    const { baseUrl } = await startServer(success({ file: found }))
    const upload = createClient({ baseUrl }).files.upload(source, { fileId: 'file_1' })
    await expect(upload).rejects.toThrow(message)
  })

  it('returns a completed image, which is stored without its metadata', async () => {
    const image = { ...file, state: 'ready', size: 6, received: { size: 10, sha256: sha256Of('abcdefghij') } }
    const { baseUrl } = await startServer(success({ file: image }))
    expect(await createClient({ baseUrl }).files.upload(source, { fileId: 'file_1' })).toEqual(image)
  })
})
