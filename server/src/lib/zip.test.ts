import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readZip } from '../../test/fixtures/files/read-zip.ts'
import { zip, type ZipEntry } from './zip.ts'

const modifiedAt = new Date('2026-11-15T12:34:56Z')

async function* chunks(...texts: string[]): AsyncGenerator<Buffer> {
  for (const text of texts) yield Buffer.from(text)
}

async function archive(...entries: ZipEntry[]): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of zip(
    (async function* all() {
      yield* entries
    })(),
  ))
    parts.push(part)
  return Buffer.concat(parts)
}

describe('zip', () => {
  it('yields compressed and stored contents with their sums', async () => {
    const text = 'many words, many words, many words, '.repeat(100)
    const bytes = await archive(
      { name: 'a.json', modifiedAt, content: chunks(text, text) },
      { name: 'files/ü.txt', modifiedAt, content: chunks('abc', 'def'), size: 6 },
    )
    expect(bytes.length).toBeLessThan(text.length)
    const files = readZip(bytes)
    expect([...files.keys()]).toEqual(['a.json', 'files/ü.txt'])
    expect(files.get('a.json')?.toString()).toBe(text + text)
    expect(files.get('files/ü.txt')?.toString()).toBe('abcdef')
  })

  it('fails if the content of an entry fails', async () => {
    async function* broken(): AsyncGenerator<Buffer> {
      yield Buffer.from('x')
      throw new Error('no more')
    }
    await expect(archive({ name: 'a', modifiedAt, content: broken() })).rejects.toThrow('no more')
    await expect(archive({ name: 'a', modifiedAt, content: broken(), size: 2 })).rejects.toThrow('no more')
  })

  it('has a ZIP64 directory for many entries', async () => {
    const many = Array.from({ length: 70_000 }, (_, place): ZipEntry => {
      return { name: `n/${place}`, modifiedAt, content: chunks('x'), size: 1 }
    })
    const files = readZip(await archive(...many))
    expect([files.size, files.get('n/69999')?.toString()]).toEqual([70_000, 'x'])
    expect(readZip(await archive()).size).toBe(0)
  })

  it('passes the test of Info-ZIP, where it is installed', async (test) => {
    const folder = await mkdtemp(join(tmpdir(), 'zip-'))
    try {
      const path = join(folder, 'a.zip')
      await writeFile(
        path,
        await archive(
          { name: 'a.json', modifiedAt, content: chunks('[]') },
          { name: 'files/b.txt', modifiedAt, content: chunks('b'), size: 1 },
        ),
      )
      const { status, stdout } = spawnSync('unzip', ['-t', path])
      if (status === null) test.skip('unzip is not installed')
      expect([status, stdout.toString()]).toEqual([0, expect.stringContaining('No errors detected')])
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})
