/** Shows where the time goes: run apart from what is measured, because being watched takes time too. */
import { readFile, rm } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { reached, type Bench, type Outcome, type Profile, type Row } from '../scenario.ts'
import { coresDuring, type Cores } from './cpu-usage.ts'
import { statementsDuring } from './statement-samples.ts'
import { partsOfTime } from './cpu-profile.ts'
import type { World } from './environment.ts'

/** What a server must find in its environment to be profiled later. */
export function profiling(file: string): Record<string, string> {
  return {
    PROFILE_FILE: file,
    NODE_OPTIONS: `--import ${fileURLToPath(new URL('profiler.mjs', import.meta.url))}`,
  }
}

/** Watches server and database at whatever has missed its target; `works` has it by the name of its row. */
export async function explain(
  world: World,
  { progress }: Pick<Bench, 'progress'>,
  rows: readonly Row[],
  works: Readonly<Record<string, () => Promise<unknown>>>,
): Promise<Pick<Outcome, 'profiles'>> {
  const profiles: Record<string, Profile> = {}
  for (const [what, work] of Object.entries(works)) {
    if (rows.every((row) => row.what !== what || reached(row))) continue
    await world.quiet()
    progress(`where the time goes: ${what}`)
    profiles[what] = await profile(world, work)
  }
  return { profiles }
}

/** Watches server and database at work. */
export async function profile(
  { profileFile, url }: Pick<World, 'profileFile' | 'url'>,
  work: () => Promise<unknown>,
): Promise<Profile> {
  await rm(profileFile, { force: true })
  const server = Number(await readFile(`${profileFile}.pid`, 'utf8'))
  let cores: Cores = {}
  process.kill(server, 'SIGUSR2')
  const database = await statementsDuring(url, async () => {
    cores = await coresDuring(work)
  })
  process.kill(server, 'SIGUSR2')
  return { cores, server: partsOfTime(await written(profileFile)), database }
}

/** The server writes it down a moment later. */
async function written(file: string, patience = 100): Promise<Parameters<typeof partsOfTime>[0]> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    if (patience === 0) throw error
    await delay(100)
    return written(file, patience - 1)
  }
}
