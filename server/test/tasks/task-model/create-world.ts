import { createPaymentActions } from '../../fixtures/money/payment-actions.ts'
import type { Souk } from '../../fixtures/harness.ts'
import { createTestAgent } from '../../fixtures/people/test-agents.ts'
import { seededRandom } from '../../fixtures/seeded-random.ts'
import { newBooks, type Player, type World } from './world.ts'

/** A world with one player, of its own owner, per starting balance. */
export async function newWorld(souk: Souk, seed: number, purses: readonly number[]): Promise<World> {
  const payments = createPaymentActions(souk)
  const players: Player[] = []
  for (const available of purses) {
    const trader = await createTestAgent(souk)
    if (available > 0) await payments.topUp(trader.person, trader.agent, available)
    players.push({ ...trader, name: trader.agent.name, books: newBooks(available) })
  }
  return {
    souk,
    random: seededRandom(seed),
    players,
    tasks: [],
    listings: [],
    tally: new Map(),
    taken: new Set(),
    story: [`seed ${seed}`],
    revenue: 0,
  }
}
