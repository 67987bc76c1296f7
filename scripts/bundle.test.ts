import { mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bundleIfChanged } from './bundle.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
let folder = ''
const inside = (name: string) => join(folder, name)

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-bundle-'))
  await write('main.ts', `import { greeting } from './greeting.ts'\nconsole.log(greeting)`)
  await write('greeting.ts', `export const greeting: string = 'hello'`)
})
afterEach(() => rm(folder, { recursive: true }))

/** Gives each write its own modification time, however fast writes follow each other. */
let writes = 0
async function write(name: string, text: string): Promise<void> {
  await writeFile(inside(name), text)
  const time = new Date(Date.UTC(2026, 0, 1) + ++writes * 1000)
  await utimes(inside(name), time, time)
}

async function build(): Promise<{ code: string; inode: number }> {
  const fromRoot = (name: string) => relative(root, inside(name))
  await bundleIfChanged({
    entryPoints: [fromRoot('main.ts')],
    outfile: fromRoot('dist/main.js'),
    builtBy: fromRoot('main.ts'),
  })
  const { ino: inode } = await stat(inside('dist/main.js'))
  return { code: await readFile(inside('dist/main.js'), 'utf8'), inode }
}

describe('bundleIfChanged', () => {
  it('keeps a bundle whose inputs are unchanged', async () => {
    const first = await build()
    expect(first.code).toContain('hello')
    expect(await build()).toEqual(first)
  })

  it('rebuilds when an imported file has changed', async () => {
    await build()
    await write('greeting.ts', `export const greeting: string = 'good evening'`)
    expect((await build()).code).toContain('good evening')
  })

  it('rebuilds when an input or the bundle is missing', async () => {
    await build()
    await write('main.ts', `console.log('alone')`)
    await rm(inside('greeting.ts'))
    expect((await build()).code).toContain('alone')
    await rm(inside('dist/main.js'))
    expect((await build()).code).toContain('alone')
  })
})
