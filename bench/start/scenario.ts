import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { buildWeb } from '../../scripts/build-web.mjs'
import { startServer } from '../../server/test/fixtures/processes/server-process.ts'
import { pickSeries, checkLimit, rounded, type Measurement } from '../lib/measurements.ts'
import { residentBytes } from '../lib/resident-memory.ts'
import type { BenchOptions, ScenarioResult, Scenario } from '../scenario.ts'

const mebibyte = 1024 * 1024
const idleMs = 5000

export const start: Scenario = {
  name: 'start',
  question:
    'How long does `npm start` take with the embedded database, and how much memory does it use when idle?',
  programs: {},
  run,
}

async function run({ rounds, progress }: BenchOptions): Promise<ScenarioResult> {
  // The web app is built once per version, not at every start.
  const webDir = await buildWeb()
  const series: Measurement[] = []
  let postgres = ''
  for (let round = 1; round <= rounds; round++) {
    const { version, ...seen } = await startTwice(webDir)
    postgres = version
    series.push({ value: 0, more: seen })
    const shown = Object.entries(seen).map(([name, value]) => `${name} ${rounded(value)}`)
    progress(`round ${round} of ${rounds}: ${shown.join(', ')}`)
  }
  const rows = [
    checkLimit({
      what: 'first start, with an empty folder',
      unit: 's',
      ours: pickSeries('first', series),
      target: { atMost: 10 },
    }),
    checkLimit({ what: 'start', unit: 's', ours: pickSeries('second', series), target: { atMost: 3 } }),
    checkLimit({
      what: 'memory at rest, without the database',
      unit: 'MiB',
      ours: pickSeries('memory', series),
      target: { atMost: 150 },
    }),
  ]
  return { postgres, rows }
}

/** Seconds until the server is ready, at the first and the second start, and its memory after five idle seconds. */
async function startTwice(webDir: string) {
  const folder = await mkdtemp(join(tmpdir(), 'souk-bench-'))
  const environment = { DATABASE_URL: '', DATA_DIR: folder, WEB_DIR: webDir }
  try {
    const first = await timedStart(environment)
    await first.server.stop()
    const second = await timedStart(environment)
    await delay(idleMs)
    const memory = (await residentBytes(second.server.origin)) / mebibyte
    const version = /PostgreSQL (\S+), embedded/.exec(second.server.output())?.[1] ?? 'unknown'
    await second.server.stop()
    return { first: first.seconds, second: second.seconds, memory, version }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function timedStart(environment: Record<string, string>) {
  const startedAt = performance.now()
  const server = await startServer('start', { url: '' }, environment)
  return { server, seconds: (performance.now() - startedAt) / 1000 }
}
