import { seededRandom, type Random } from '../../server/test/fixtures/seeded-random.ts'
import { createTestAgent } from '../../server/test/fixtures/people/test-agents.ts'
import { assertClaim, type Counts, type RunOptions, type Suite } from '../suite.ts'
import { attacks } from './attacks.ts'
import { faults } from './faults.ts'
import { openFixture } from './fixture.ts'

export const oauth: Suite = {
  name: 'oauth',
  claim:
    'No attack on the authorization server gains tokens or lasting access: redirect tricks, reuse of codes and refresh tokens, mixed clients, ' +
    'PKCE downgrade, wrong audience, SSRF by client id, framed consent and a flood of registrations; meanwhile honest apps connect.',
  unit: 'rounds',
  sizes: { quick: 1, release: 25 },
  faults: Object.fromEntries(Object.entries(faults).map(([name, { breaks }]) => [name, breaks])),
  run,
}

/** All attacks in an order of the seed. */
function shuffled(random: Random) {
  const ranked = Object.entries(attacks).map((entry) => ({ entry, rank: random.below(1_000_000) }))
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ entry }) => entry)
}

/** Every round runs all attacks in another order. */
async function run({ size, seed, fault, progress }: RunOptions): Promise<Counts> {
  const fixture = await openFixture(fault)
  const random = seededRandom(seed)
  let refused = 0
  try {
    for (let round = 0; round < size; round++) {
      // An agent has a limited number of apps, so every round attacks another one.
      const victim = round === 0 ? fixture.victim : await createTestAgent(fixture.souk)
      for (const [name, attack] of shuffled(random)) {
        const gained = await attack({ ...fixture, victim })
        assertClaim(gained === null, `${name}: ${gained}`)
        refused += 1
      }
      progress(round + 1)
    }
    const { loggedErrors } = fixture.souk
    assertClaim(loggedErrors.length === 0, `the server logged ${loggedErrors[0]?.slice(0, 300)}`)
    return { rounds: size, 'attacks refused': refused }
  } finally {
    await fixture.stop()
  }
}
