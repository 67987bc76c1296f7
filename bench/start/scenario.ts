import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { buildWeb } from '../../scripts/build-web.mjs'
import { startServer } from '../../server/test/fixtures/server-process.ts'
import { by, hold, rounded, type Figure } from '../lib/measurements.ts'
import { residentBytes } from '../lib/resident-memory.ts'
import type { Bench, Outcome, Scenario } from '../scenario.ts'

const mebibyte = 1024 * 1024
const restMs = 5000

export const start: Scenario = {
  name: 'start',
  question: 'How long does `npm start` take with the embedded database, and how much memory at rest?',
  programs: {},
  run,
}

async function run({ rounds, progress }: Bench): Promise<Outcome> {
  // The web app is built once for each version of its sources, and not by every start.
  const webDir = await buildWeb()
  const figures: Figure[] = []
  let postgres = ''
  for (let round = 1; round <= rounds; round++) {
    const { version, ...seen } = await startTwice(webDir)
    postgres = version
    figures.push({ value: 0, more: seen })
    const shown = Object.entries(seen).map(([name, value]) => `${name} ${rounded(value)}`)
    progress(`round ${round} of ${rounds}: ${shown.join(', ')}`)
  }
  const rows = [
    hold({
      what: 'first start, with an empty folder',
      unit: 's',
      ours: by('first', figures),
      target: { atMost: 10 },
    }),
    hold({ what: 'start', unit: 's', ours: by('second', figures), target: { atMost: 3 } }),
    hold({
      what: 'memory at rest, without the database',
      unit: 'MiB',
      ours: by('memory', figures),
      target: { atMost: 150 },
    }),
  ]
  return { postgres, rows }
}

/** Seconds until it says that it is ready, for the first and the second time, and the memory of the process after a rest. */
async function startTwice(webDir: string) {
  const folder = await mkdtemp(join(tmpdir(), 'souk-bench-'))
  const environment = { DATABASE_URL: '', DATA_DIR: folder, WEB_DIR: webDir }
  try {
    const first = await timedStart(environment)
    await first.server.stop()
    const second = await timedStart(environment)
    await delay(restMs)
    const memory = (await residentBytes(second.server.origin)) / mebibyte
    const version = /PostgreSQL (\S+), embedded/.exec(second.server.output())?.[1] ?? 'unknown'
    await second.server.stop()
    return { first: first.seconds, second: second.seconds, memory, version }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function timedStart(environment: Record<string, string>) {
  const began = performance.now()
  const server = await startServer('start', { url: '' }, environment)
  return { server, seconds: (performance.now() - began) / 1000 }
}
