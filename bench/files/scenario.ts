import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createClient, type FileSource } from 'souk-sdk'
import { joinThrough, startServer } from '../../server/test/fixtures/processes/server-process.ts'
import { checkLimit, pickSeries, rounded, type Measurement } from '../lib/measurements.ts'
import { residentBytes } from '../lib/resident-memory.ts'
import type { BenchOptions, Scenario, ScenarioResult } from '../scenario.ts'

const mebibyte = 1024 * 1024
const fileBytes = 1_000_000_000
const sampleMs = 200

export const files: Scenario = {
  name: 'files',
  question: 'Does memory stay flat while a file of 1 GB is uploaded and downloaded?',
  programs: {},
  run,
}

async function run({ rounds, scale, progress }: BenchOptions): Promise<ScenarioResult> {
  const folder = await mkdtemp(join(tmpdir(), 'souk-bench-'))
  const server = await startServer(
    'files',
    { url: '' },
    {
      DATABASE_URL: '',
      DATA_DIR: folder,
      MAX_FILE_BYTES: String(fileBytes),
      STORAGE_UNVERIFIED_MB: '100000',
      RATE_LIMIT_SCALE: '1000',
    },
  )
  try {
    const { key } = await joinThrough(server)
    const client = createClient({ baseUrl: `${server.origin}/api`, token: key.as })
    const series: Measurement[] = []
    for (let round = 1; round <= rounds; round++) {
      const seen = await transfer(client, server.origin, Math.round(fileBytes * scale))
      series.push({ value: 0, more: seen })
      const shown = Object.entries(seen).map(([name, value]) => `${name} ${rounded(value)}`)
      progress(`round ${round} of ${rounds}: ${shown.join(', ')}`)
    }
    const rows = ['upload', 'download'].map((way) =>
      checkLimit({
        what: `memory added by the ${way} of 1 GB, at its peak`,
        unit: 'MiB',
        ours: pickSeries(`${way} MiB`, series),
        target: { atMost: 100 },
      }),
    )
    const version = /PostgreSQL (\S+), embedded/.exec(server.output())?.[1] ?? 'unknown'
    return { postgres: version, rows, detail: { rounds: series.map(({ more }) => more) } }
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Uploads, completes, downloads and deletes a file. Memory is compared with that before each transfer. */
async function transfer(
  { files: calls }: ReturnType<typeof createClient>,
  origin: string,
  size: number,
): Promise<Record<string, number>> {
  const uploaded = await watchMemory(origin, () => calls.upload(sourceOf(size)))
  const downloaded = await watchMemory(origin, async () => {
    const { body } = await calls.getFileContent({ fileId: uploaded.result.id })
    for (const reader = body.getReader(); ;) if ((await reader.read()).done) return
  })
  await calls.deleteFile({ fileId: uploaded.result.id })
  return {
    'upload MiB': uploaded.added / mebibyte,
    'upload MB/s': size / 1e6 / uploaded.seconds,
    'download MiB': downloaded.added / mebibyte,
    'download MB/s': size / 1e6 / downloaded.seconds,
    'peak MiB': Math.max(uploaded.peak, downloaded.peak) / mebibyte,
  }
}

async function watchMemory<T>(origin: string, work: () => Promise<T>) {
  const before = await residentBytes(origin)
  let peak = before
  const ended = new AbortController()
  const sampling = (async () => {
    while (!ended.signal.aborted) {
      peak = Math.max(peak, await residentBytes(origin))
      await delay(sampleMs)
    }
  })()
  const startedAt = performance.now()
  try {
    const result = await work()
    return { result, seconds: (performance.now() - startedAt) / 1000, added: peak - before, peak }
  } finally {
    ended.abort()
    await sampling
  }
}

/** Bytes that differ in every part and are not stored on disk. */
function sourceOf(size: number): FileSource {
  return {
    filename: 'large.bin',
    size,
    read: async (start, end) => {
      const bytes = new Uint8Array(end - start).fill(start % 251)
      bytes.set(new TextEncoder().encode(String(start)))
      return bytes
    },
  }
}
