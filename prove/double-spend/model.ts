/** What can come of calls made at once, if it is as though they had been made in turn. Pure. */
import type { EndReason } from 'souk-contract'
import { findRow, type MoneyMove } from '../../server/src/tasks/lifecycle/lifecycle.ts'
import { after, standingOfState, type State } from '../../server/src/tasks/lifecycle/test-walk.ts'
import { isTaskDeed, taskMoves, type Deed, type Pair, type TaskDeed, type WalletDeed } from './actions.ts'

/** What the task costs, what the platform keeps of it, and what the provider gets. */
export const price = 1000
export const fee = 50
export const share = price - fee
/** So often a day the saved card may be charged. */
export const chargesMax = 3

/** In minor units. */
export interface Purse {
  readonly available: number
  readonly held: number
  readonly earnings: number
  readonly payoutPending: number
}

export type Side = 'client' | 'provider'

export interface World {
  /** The task over which the calls compete; wallets alone need none. */
  readonly task: State | undefined
  readonly reason: EndReason | undefined
  readonly client: Purse
  readonly provider: Purse
  readonly chargesLeft: number
  /** Whose earnings are paid out and converted. */
  readonly earner: Side
}

/** The world after a call, or nothing when it is refused. */
export function step(world: World, deed: Deed): World | undefined {
  return isTaskDeed(deed) ? stepTask(world, deed) : stepWallet(world, deed)
}

function stepTask(world: World, deed: TaskDeed): World | undefined {
  const { task, client } = world
  if (task === undefined) return undefined
  // To cancel what is canceled is answered like the first time, and changes nothing.
  if (deed === 'cancel' && task.phase === 'canceled') return world
  const { move, by } = taskMoves[deed]
  const row = findRow(standingOfState(task), move, by)
  if (row === undefined || (row.money === 'hold' && client.available < price)) return undefined
  return { ...pay(world, row.money), task: after(task, row), reason: row.reason }
}

function pay(world: World, money: MoneyMove | undefined): World {
  const { client, provider } = world
  switch (money) {
    case undefined:
    case 'freeze':
    case 'split_frozen':
      return world
    case 'hold':
      return { ...world, client: moved(client, { available: -price, held: price }) }
    case 'release':
    case 'return_frozen':
      return { ...world, client: moved(client, { available: price, held: -price }) }
    case 'settle':
    case 'pay_frozen':
      return {
        ...world,
        client: moved(client, { held: -price }),
        provider: moved(provider, { earnings: share }),
      }
  }
}

interface WalletMove {
  readonly of: (world: World) => Side
  readonly change: Partial<Purse>
}

const ofClient = (): Side => 'client'
const ofEarner = ({ earner }: World): Side => earner

const walletMoves: Readonly<Record<WalletDeed, WalletMove>> = {
  charge: { of: ofClient, change: { available: share } },
  hire: { of: ofClient, change: { available: -share, held: share } },
  payout: { of: ofEarner, change: { earnings: -share, payoutPending: share } },
  convert: { of: ofEarner, change: { earnings: -share, available: share } },
}

function stepWallet(world: World, deed: WalletDeed): World | undefined {
  const { of, change } = walletMoves[deed]
  const side = of(world)
  const purse = moved(world[side], change)
  const chargesLeft = world.chargesLeft - (deed === 'charge' ? 1 : 0)
  if (Math.min(purse.available, purse.earnings, chargesLeft) < 0) return undefined
  return { ...world, [side]: purse, chargesLeft }
}

function moved(purse: Purse, change: Partial<Purse>): Purse {
  return {
    available: purse.available + (change.available ?? 0),
    held: purse.held + (change.held ?? 0),
    earnings: purse.earnings + (change.earnings ?? 0),
    payoutPending: purse.payoutPending + (change.payoutPending ?? 0),
  }
}

/** How many of each deed were called, or have won. */
export type Tally = readonly [number, number]

/** A way through some winning calls, and which deed was refused somewhere on it. */
interface Way {
  readonly world: World
  readonly won: Tally
  readonly refused: readonly [boolean, boolean]
}

/** Everything that can be seen after so many calls of each deed, in whatever order they were served. */
export function outcomes(start: World, pair: Pair, called: Tally): ReadonlySet<string> {
  const ways = new Map<string, Way>()
  const seen = new Set<string>()
  const add = ({ world, won, refused: before }: Way) => {
    const stuck = (place: 0 | 1) => before[place] || step(world, pair[place]) === undefined
    const way: Way = { world, won, refused: [stuck(0), stuck(1)] }
    ways.set(JSON.stringify(way), way)
  }
  add({ world: start, won: [0, 0], refused: [false, false] })
  // A map hands out what is added to it while it is walked, so this ends when nothing new is found.
  for (const { world, won, refused } of ways.values()) {
    // Whoever did not win must have been refused at some point, and that changed nothing.
    if (over(0, won, called, refused) && over(1, won, called, refused)) seen.add(outcomeOf(world, won))
    for (const place of [0, 1] as const) {
      const next = won[place] < called[place] ? step(world, pair[place]) : undefined
      const more: Tally = place === 0 ? [won[0] + 1, won[1]] : [won[0], won[1] + 1]
      if (next !== undefined) add({ world: next, won: more, refused })
    }
  }
  return seen
}

function over(place: 0 | 1, won: Tally, called: Tally, refused: Way['refused']): boolean {
  return won[place] === called[place] || refused[place]
}

/** As much of a world as can be seen from outside, in words. */
export function outcomeOf(
  {
    task,
    reason,
    client,
    provider,
  }: Pick<World, 'reason' | Side> & {
    task: Pick<State, 'phase'> | undefined
  },
  won: Tally,
): string {
  const phase = task === undefined ? 'no task' : `the task ${task.phase} (${reason ?? 'for no reason'})`
  return `${won.join(' and ')} won, ${phase}, the client with ${inWords(client)}, the provider with ${inWords(provider)}`
}

function inWords({ available, held, earnings, payoutPending }: Purse): string {
  return `${available} available, ${held} held, ${earnings} earned, ${payoutPending} being paid out`
}
