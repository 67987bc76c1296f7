import { sql } from 'kysely'
import { startSouk, type Souk } from '../../server/test/fixtures/harness.ts'
import { diceOf } from '../../server/test/tasks/task-model/dice.ts'
import { assertClaim, type Counts, type RunOptions, type Suite } from '../suite.ts'
import { checkArrivals } from './check.ts'
import { buildProgram, type Program } from './sender-process.ts'
import { faults, plant } from './faults.ts'
import { sendAll } from './kill-rounds.ts'
import { openWorld, type World } from './fixture.ts'

export const delivery: Suite = {
  name: 'delivery',
  claim:
    'Whatever receivers do and whichever sender is killed, every message to a webhook that lives arrives, is signed, and ' +
    'keeps the order of its task.',
  unit: 'deliveries',
  sizes: { quick: 200, release: 20_000 },
  faults,
  run: async (run) => {
    const souk = await startSouk()
    const program = await buildProgram()
    try {
      await plant(run.fault, souk)
      return await deliver(souk, program, run)
    } finally {
      await souk.stop()
      await program.remove()
    }
  },
}

const deliveriesPerKill = 400
const [receiversMin, receiversMax] = [14, 100]

async function deliver(souk: Souk, program: Program, { size, seed, progress }: RunOptions): Promise<Counts> {
  const kills = Math.max(1, Math.round(size / deliveriesPerKill))
  const world = await openWorld(souk, Math.min(receiversMax, Math.max(receiversMin, size / 20)))
  try {
    const cutOff = await sendAll(world, program, { kills, size, dice: diceOf(seed), progress })
    assertClaim(cutOff > 0, 'not one kill cut off a delivery')
    await requireGone(world)
    return { kills, 'deliveries cut off': cutOff, ...checkArrivals(world, cutOff) }
  } finally {
    await world.close()
  }
}

/** Who answers 410 is left alone from then on, and nobody else is. */
async function requireGone({ souk, couples }: World): Promise<void> {
  const { rows } = await sql<{ handle: string }>`
    select handle from webhooks w join agents a on a.id = w.agent_id where w.status = 'disabled'`.execute(
    souk.context.database,
  )
  const listeners = couples.flatMap(({ client, provider }) => [client, provider])
  for (const { agent, manner, receiver } of listeners) {
    const isDisabled = rows.some(({ handle }) => handle === agent.name)
    assertClaim(
      isDisabled === (manner === 'gone'),
      `the webhook of ${receiver}, which is ${manner}, is ${isDisabled ? '' : 'not '}disabled`,
    )
  }
}
