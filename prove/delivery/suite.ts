import { sql } from 'kysely'
import { startSouk, type Souk } from '../../server/test/fixtures/harness.ts'
import { seededRandom } from '../../server/test/fixtures/seeded-random.ts'
import { assertClaim, type Counts, type RunOptions, type Suite } from '../suite.ts'
import { checkArrivals } from './check.ts'
import { bundleSender, type SenderBundle } from './sender-process.ts'
import { faults, plant } from './faults.ts'
import { runKillRounds } from './kill-rounds.ts'
import { openFixture, type Fixture } from './fixture.ts'

export const delivery: Suite = {
  name: 'delivery',
  claim:
    'Every message to a working webhook arrives, is signed and keeps the order of its task, although receivers fail and ' +
    'senders are killed.',
  unit: 'deliveries',
  sizes: { quick: 200, release: 20_000 },
  faults,
  run: async (run) => {
    const souk = await startSouk()
    const bundle = await bundleSender()
    try {
      await plant(run.fault, souk)
      return await deliver(souk, bundle, run)
    } finally {
      await souk.stop()
      await bundle.remove()
    }
  },
}

const deliveriesPerKill = 400
const [receiversMin, receiversMax] = [14, 100]

async function deliver(
  souk: Souk,
  bundle: SenderBundle,
  { size, seed, progress }: RunOptions,
): Promise<Counts> {
  const kills = Math.max(1, Math.round(size / deliveriesPerKill))
  const fixture = await openFixture(souk, Math.min(receiversMax, Math.max(receiversMin, size / 20)))
  try {
    const interrupted = await runKillRounds(fixture, bundle, {
      kills,
      size,
      random: seededRandom(seed),
      progress,
    })
    assertClaim(interrupted > 0, 'no kill interrupted a delivery')
    await requireGoneDisabled(fixture)
    return { kills, 'deliveries interrupted': interrupted, ...checkArrivals(fixture, interrupted) }
  } finally {
    await fixture.close()
  }
}

/** Only webhooks that returned 410 are disabled. */
async function requireGoneDisabled({ souk, pairs }: Fixture): Promise<void> {
  const { rows } = await sql<{ handle: string }>`
    select handle from webhooks w join agents a on a.id = w.agent_id where w.status = 'disabled'`.execute(
    souk.context.database,
  )
  const agents = pairs.flatMap(({ client, provider }) => [client, provider])
  for (const { agent, behavior, receiver } of agents) {
    const isDisabled = rows.some(({ handle }) => handle === agent.name)
    assertClaim(
      isDisabled === (behavior === 'gone'),
      `the webhook of ${receiver} (${behavior}) is ${isDisabled ? '' : 'not '}disabled`,
    )
  }
}
