import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { buildWeb } from '../../scripts/build-web.mjs'
import { startServer } from '../../server/test/fixtures/processes/server-process.ts'
import { takeKeyRecord, timeNavigations } from '../../web/e2e/speed/in-page.ts'
import { openSpeedPages } from '../../web/e2e/speed/open-pages.ts'
import { checkLimit, compare, measureInterleaved, pickSeries, type Measurement } from '../lib/measurements.ts'
import type { BenchOptions, Row, Scenario, ScenarioResult } from '../scenario.ts'

const entriesInTimeline = 1000

export const web: Scenario = {
  name: 'web',
  question: 'How much slower than bare React is navigation, and typing below a timeline of 1,000 entries?',
  programs: { chromium: 'chromium' },
  run,
}

type Pages = Awaited<ReturnType<typeof openSpeedPages>>
type Page = Pages['task']

async function run(bench: BenchOptions): Promise<ScenarioResult> {
  const folder = await mkdtemp(join(tmpdir(), 'souk-bench-'))
  const server = await startServer(
    'web',
    { url: '' },
    { DATABASE_URL: '', DATA_DIR: folder, WEB_DIR: await buildWeb(), RATE_LIMIT_SCALE: '1000' },
  )
  try {
    const entries = Math.max(20, Math.round(entriesInTimeline * bench.scale))
    bench.progress(`writing a timeline of ${entries} entries`)
    const pages = await openSpeedPages({ server, entries, bareScript: await bareScript() })
    try {
      const postgres = /PostgreSQL (\S+), embedded/.exec(server.output())?.[1] ?? 'unknown'
      return { postgres, rows: await measure(pages, bench), detail: { entries } }
    } finally {
      await pages.close()
    }
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function measure({ task, market, bare }: Pages, bench: BenchOptions): Promise<Row[]> {
  const measured = await measureInterleaved(
    {
      navigate: async (seconds) => navigate(market, 'header nav a', seconds),
      'navigate bare': async (seconds) => navigate(bare, 'button', seconds),
      type: async (seconds) => type(task, seconds),
      'type bare': async (seconds) => type(bare, seconds),
    },
    bench,
  )
  return [
    compare({
      what: 'from a click to the page of jobs or agents, loaded before',
      unit: 'ms',
      ours: measured('navigate'),
      peer: 'React with two pages of static rows',
      theirs: measured('navigate bare'),
      target: { atMost: 3 },
    }),
    compare({
      what: 'from a key to the next frame, below a timeline of 1,000 entries',
      unit: 'ms',
      ours: measured('type'),
      peer: 'a text field of React alone',
      theirs: measured('type bare'),
      target: { atMost: 2 },
    }),
    checkLimit({
      what: 'longest task while typing',
      unit: 'ms',
      ours: [worstOf(pickSeries('longest task', measured('type')))],
      target: { atMost: 50 },
    }),
  ]
}

/** No round may exceed the limit. */
function worstOf(series: readonly Measurement[]): Measurement {
  return { value: Math.max(...series.map(({ value }) => value)) }
}

/** Both pages are loaded once before, as in a session. */
async function navigate(page: Page, control: string, seconds: number): Promise<Measurement> {
  await page.bringToFront()
  await timeNavigations(page, control, 2)
  return medianOf(await timeNavigations(page, control, seconds * 4))
}

async function type(page: Page, seconds: number): Promise<Measurement> {
  // A page in the background paints rarely.
  await page.bringToFront()
  const field = page.getByLabel('Message')
  await field.fill('')
  await field.focus()
  await takeKeyRecord(page)
  await page.keyboard.type('The quick brown fox jumps over it. '.repeat(seconds), { delay: 30 })
  const { keys, longTasks } = await takeKeyRecord(page)
  return { ...medianOf(keys), more: { 'longest task': Math.max(0, ...longTasks), keys: keys.length } }
}

function medianOf(values: readonly number[]): Measurement {
  return {
    value: values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN,
  }
}

async function bareScript(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('../../web/e2e/speed/bare-app.tsx', import.meta.url))],
    bundle: true,
    write: false,
    minify: true,
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  return outputFiles[0]?.text ?? ''
}
