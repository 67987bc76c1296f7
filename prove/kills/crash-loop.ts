/** Crash loop: load, a kill under load, a restart, and checks of everything acknowledged. */
import { setTimeout as sleep } from 'node:timers/promises'
import { seededRandom } from '../../server/test/fixtures/seeded-random.ts'
import type { Counts, RunOptions } from '../suite.ts'
import { openEnvironment, type Environment, type EnvironmentOptions } from './environment.ts'
import { count, countsOf } from './history.ts'

export interface CrashType {
  readonly durable: boolean
  kill(environment: Environment): Promise<void>
  restart(environment: Environment): Promise<void>
  /** Planted faults: environment variables of the server, or SQL for its database. */
  readonly environments?: Readonly<Record<string, EnvironmentOptions['environment']>>
  readonly statements?: Readonly<Record<string, string>>
  /** Runs of this size do not wait until the leases of killed servers expire. */
  readonly quickSize: number
}

export async function runCrashes(
  { size, seed, fault = '', progress }: RunOptions,
  crash: CrashType,
): Promise<Counts> {
  const variables = crash.environments?.[fault] ?? {}
  const environment = await openEnvironment({ seed, durable: crash.durable, environment: variables })
  try {
    const statement = crash.statements?.[fault]
    if (statement !== undefined) await environment.cluster.query(statement)
    const random = seededRandom(seed)
    for (let kills = 1; kills <= size; kills++) {
      await crashOnce(environment, crash, { responses: 10 + random.below(50), delayMs: random.below(15) })
      progress(kills)
    }
    await environment.checkAll(size > crash.quickSize ? 'await leases' : 'release leases')
    return countsOf(environment.history, ['response 200', 'calls interrupted', 'unknown outcomes'])
  } finally {
    await environment.close()
  }
}

async function crashOnce(
  environment: Environment,
  { kill, restart }: CrashType,
  when: { responses: number; delayMs: number },
): Promise<void> {
  const { history, server, load } = environment
  const loadRun = load.start()
  await loadRun.responses(when.responses)
  await sleep(when.delayMs)
  server.gate.close()
  count(history, 'kills')
  count(history, 'calls interrupted', history.inFlight)
  await kill(environment)
  await restart(environment)
  server.gate.open()
  await loadRun.stop()
  await environment.checkRecent()
}
