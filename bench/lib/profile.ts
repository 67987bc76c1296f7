/** Profiles in a separate run, because profiling slows down what it measures. */
import { readFile, rm } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { reached, type BenchOptions, type ScenarioResult, type Profile, type Row } from '../scenario.ts'
import { measureCores, type Cores } from './cpu-usage.ts'
import { sampleStatements } from './statement-samples.ts'
import { timeShares } from './cpu-profile.ts'

/** A server process that can be profiled, and its database. */
interface Profiled {
  readonly profileFile: string
  readonly url: string
  drain(): Promise<void>
}

/** Environment variables that let a server be profiled. */
export function profiling(file: string): Record<string, string> {
  return {
    PROFILE_FILE: file,
    NODE_OPTIONS: `--import ${fileURLToPath(new URL('profiler.mjs', import.meta.url))}`,
  }
}

/** Profiles the work of each row that missed its target. `works` is keyed by the name of the row. */
export async function explain(
  environment: Profiled,
  { progress }: Pick<BenchOptions, 'progress'>,
  rows: readonly Row[],
  works: Readonly<Record<string, () => Promise<unknown>>>,
): Promise<Pick<ScenarioResult, 'profiles'>> {
  const profiles: Record<string, Profile> = {}
  for (const [what, work] of Object.entries(works)) {
    if (rows.every((row) => row.what !== what || reached(row))) continue
    await environment.drain()
    progress(`profiling: ${what}`)
    profiles[what] = await profile(environment, work)
  }
  return { profiles }
}

/** Profiles the server and the database during `work`. */
export async function profile(
  { profileFile, url }: Pick<Profiled, 'profileFile' | 'url'>,
  work: () => Promise<unknown>,
): Promise<Profile> {
  await rm(profileFile, { force: true })
  const server = Number(await readFile(`${profileFile}.pid`, 'utf8'))
  let cores: Cores = {}
  process.kill(server, 'SIGUSR2')
  const database = await sampleStatements(url, async () => {
    cores = await measureCores(work)
  })
  process.kill(server, 'SIGUSR2')
  return { cores, server: timeShares(await readProfile(profileFile)), database }
}

/** Reads the profile, which the server writes asynchronously. */
async function readProfile(file: string, retries = 100): Promise<Parameters<typeof timeShares>[0]> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    if (retries === 0) throw error
    await delay(100)
    return readProfile(file, retries - 1)
  }
}
