import { existsSync } from 'node:fs'
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { saveDownload } from './save-download.ts'

let folder: string
let path: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-save-'))
  path = join(folder, 'copy.txt')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** A download whose chunks the test sends. */
function begin(stop = new AbortController()) {
  let source: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) => void (source = controller),
  })
  const output = { raw: async () => undefined, progress: () => undefined, signal: stop.signal }
  const contents = { bytes: async () => new Uint8Array(), text: async () => '' }
  const download = { body, filename: 'copy.txt', mediaType: 'text/plain', size: 3, ...contents }
  const saved = saveDownload(output, download, path, { sha256: null, size: 3 })
  return { saved, send: () => source?.enqueue(new Uint8Array([1, 2, 3])), end: () => source?.close(), stop }
}

describe('saveDownload', () => {
  it('has no file under the final name before the download is complete', async () => {
    const { saved, send, end } = begin()
    await expect.poll(() => readdir(folder)).toEqual(['copy.txt.part'])
    send()
    end()
    expect(await saved).toEqual({ path, bytes: 3 })
    expect(await readdir(folder)).toEqual(['copy.txt'])
  })

  it('removes its file immediately when it is aborted', async () => {
    const { saved, send, end, stop } = begin()
    send()
    await expect.poll(() => existsSync(`${path}.part`)).toBe(true)
    const refused = expect(saved).rejects.toThrow()
    stop.abort()
    expect(await readdir(folder)).toEqual([])
    end()
    await refused
    expect(await readdir(folder)).toEqual([])
  })

  it('keeps a file that got the name meanwhile', async () => {
    const { saved, end } = begin()
    await expect.poll(() => existsSync(`${path}.part`)).toBe(true)
    await writeFile(path, 'mine')
    end()
    await expect(saved).rejects.toThrow('already exists')
    expect(await readFile(path, 'utf8')).toBe('mine')
    expect(await readdir(folder)).toEqual(['copy.txt'])
  })
})
