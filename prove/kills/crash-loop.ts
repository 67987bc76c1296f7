/** The one way in which crashes are tried: load, a kill in the midst of it, and a look at what is left. */
import { setTimeout as sleep } from 'node:timers/promises'
import { diceOf } from '../../server/test/tasks/task-model/dice.ts'
import type { Counts, RunOptions } from '../suite.ts'
import { openGround, type Ground, type GroundPlan } from './environment.ts'
import { count, countsOf } from './history.ts'

export interface Crash {
  readonly durable: boolean
  strike(ground: Ground): Promise<void>
  mend(ground: Ground): Promise<void>
  /** What faults that can be planted need in the environment of the server, or do to its database. */
  readonly environments?: Readonly<Record<string, GroundPlan['environment']>>
  readonly statements?: Readonly<Record<string, string>>
  /** The size at which there is no time to wait for what dead servers had taken on. */
  readonly hurriedSize: number
}

export async function survive(
  { size, seed, fault = '', progress }: RunOptions,
  crash: Crash,
): Promise<Counts> {
  const environment = crash.environments?.[fault] ?? {}
  const ground = await openGround({ seed, durable: crash.durable, environment })
  try {
    const statement = crash.statements?.[fault]
    if (statement !== undefined) await ground.cluster.query(statement)
    const dice = diceOf(seed)
    for (let kills = 1; kills <= size; kills++) {
      await crashOnce(ground, crash, { answers: 10 + dice.roll(50), restMs: dice.roll(15) })
      progress(kills)
    }
    await ground.checkAll(size > crash.hurriedSize ? 'waits' : 'hurries')
    return countsOf(ground.history, ['answer 200', 'calls cut off', 'unclear'])
  } finally {
    await ground.close()
  }
}

async function crashOnce(
  ground: Ground,
  { strike, mend }: Crash,
  when: { answers: number; restMs: number },
): Promise<void> {
  const { history, server, load } = ground
  const shift = load.start()
  await shift.answers(when.answers)
  await sleep(when.restMs)
  server.door.shut()
  count(history, 'kills')
  count(history, 'calls cut off', history.underWay)
  await strike(ground)
  await mend(ground)
  server.door.open()
  await shift.stop()
  await ground.checkLately()
}
