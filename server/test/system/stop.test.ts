import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fail } from '../fixtures/fail.ts'
import { endWithTests } from '../fixtures/processes/programs.ts'
import { freePort } from '../fixtures/processes/server-process.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-stop-'))
})
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))

interface Started {
  readonly npm: ChildProcess
  readonly exited: Promise<unknown>
  readonly output: () => string
}

async function npmStart(): Promise<Started> {
  const port = String(await freePort())
  const { PATH, HOME } = process.env
  const env = { PATH, HOME, HOST: '127.0.0.1', PORT: port, DATA_DIR: folder, WEB_DIR: '' }
  const npm = spawn('npm', ['start'], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  endWithTests(npm)
  let text = ''
  for (const stream of [npm.stdout, npm.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
  }
  return { npm, exited: once(npm, 'exit'), output: () => text }
}

/** Processes with the data folder in their arguments or environment, including npm. */
async function processesOf(dataDir: string): Promise<string[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
  const found = await Promise.all(
    ids.map(async (id) => {
      const texts = ['cmdline', 'environ'].map((file) =>
        readFile(`/proc/${id}/${file}`, 'utf8').catch(() => ''),
      )
      return (await Promise.all(texts)).some((text) => text.includes(dataDir)) ? [id] : []
    }),
  )
  return found.flat()
}

const commandOf = (id: string) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')

const polling = { timeout: 60_000, interval: 50 }

async function builderRuns(): Promise<boolean> {
  const lines = await Promise.all((await processesOf(folder)).map(commandOf))
  return lines.some((line) => line.includes('esbuild'))
}

/** Moments of a start with a predicate that detects each. */
const moments: Record<string, (started: Started) => boolean | Promise<boolean>> = {
  'while the server is being built': builderRuns,
  'while the database is being created': () => existsSync(join(folder, 'postgres')),
  'when it is ready': ({ output }) => output().includes('Ctrl-C'),
}

/** Starts until the moment. Starts again if it passed unseen: another test can build the bundle that this start would have built. */
async function startUntil(moment: string): Promise<Started> {
  for (let attempt = 0; attempt < 10; attempt++) {
    // Without it, the next start builds the bundle.
    await rm(new URL('../../dist/inputs.json', import.meta.url), { force: true })
    const started = await npmStart()
    const isSeen = await vi.waitFor(async () => {
      if ((await moments[moment]?.(started)) === true) return true
      expect(started.output()).toContain('Ctrl-C')
      return false
    }, polling)
    if (isSeen) return started
    started.npm.kill('SIGINT')
    await started.exited
  }
  return fail(`no start was seen ${moment}`)
}

describe.runIf(existsSync('/proc/self/environ'))('npm start', () => {
  it.each(
    Object.keys(moments).flatMap((moment) =>
      (['SIGTERM', 'SIGINT'] as const).map((signal) => [signal, moment] as const),
    ),
  )('leaves no process behind after %s to npm %s', { timeout: 120_000 }, async (signal, moment) => {
    const started = await startUntil(moment)
    started.npm.kill(signal)
    await started.exited
    await vi.waitFor(async () => expect(await processesOf(folder)).toEqual([]), polling)
  })
})
