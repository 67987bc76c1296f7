import { openBank } from '../../fixtures/bank.ts'
import type { Souk } from '../../fixtures/harness.ts'
import { newTrader } from '../../fixtures/traders.ts'
import { diceOf } from './dice.ts'
import { openBooks, type Player, type World } from './world.ts'

/** A world with one player, of its own owner, per starting balance. */
export async function newWorld(souk: Souk, seed: number, purses: readonly number[]): Promise<World> {
  const bank = openBank(souk)
  const players: Player[] = []
  for (const available of purses) {
    const trader = await newTrader(souk)
    if (available > 0) await bank.topUp(trader.person, trader.agent, available)
    players.push({ ...trader, name: trader.agent.name, books: openBooks(available) })
  }
  return {
    souk,
    dice: diceOf(seed),
    players,
    tasks: [],
    listings: [],
    tally: new Map(),
    taken: new Set(),
    story: [`seed ${seed}`],
    revenue: 0,
  }
}
