/** A random game, played by the service and by a model of it. */
import { expect } from 'vitest'
import { rows } from '../../server/src/tasks/lifecycle/lifecycle.ts'
import { rowName } from '../../server/src/tasks/lifecycle/test-walk.ts'
import type { Souk } from '../../server/test/fixtures/harness.ts'
import { act } from '../../server/test/tasks/task-model/random-actions.ts'
import { apply, offer, request, withdraw } from '../../server/test/tasks/task-model/random-openings.ts'
import { checkWorld } from '../../server/test/tasks/task-model/compare.ts'
import {
  convert,
  converse,
  leaveBehind,
  rule,
  sleep,
  wait,
} from '../../server/test/tasks/task-model/random-events.ts'
import { newWorld } from '../../server/test/tasks/task-model/create-world.ts'
import { isOpen, type World } from '../../server/test/tasks/task-model/world.ts'

export interface Game {
  readonly seed: number
  readonly actions: number
  /** Go on until everything has happened that can. */
  readonly thorough: boolean
  progress(done: number): void
}

export interface Played {
  readonly world: World
  readonly actions: number
}

/** Rich and poor. */
const purses = [300_000, 100_000, 20_000, 3_000, 100, 0]
const openMax = 40
const comparedEvery = 500

export async function playGame(souk: Souk, game: Game): Promise<Played> {
  const world = await newWorld(souk, game.seed, purses)
  let done = 0
  for (let compared = 0; goesOn(world, game, done); done += await play(world)) {
    game.progress(done)
    if (done - compared < comparedEvery) continue
    await checkWorld(world)
    compared = done
  }
  await leaveBehind(world)
  // Whatever was left undone is ended by clocks alone, and nothing stays held.
  for (let night = 0; night < 3; night++) await sleep(world)
  await checkWorld(world)
  expect(world.tasks.filter(isOpen).map(({ id }) => id)).toEqual([])
  expect(world.players.map(({ books }) => books.held)).toEqual(purses.map(() => 0))
  if (game.thorough) expect(missing(world), `seed ${game.seed}`).toEqual([])
  return { world, actions: done }
}

/** The next thing that happens, whatever it is; answers how many actions it was. */
async function play(world: World): Promise<number> {
  const { dice, tasks } = world
  const room = tasks.filter(isOpen).length < openMax
  const luck = dice.roll(1000)
  if (tasks.length === 0) await request(world)
  else if (luck < 25) await wait(world)
  else if (luck < 45) await rule(world)
  else if (luck < 65) await convert(world)
  else if (luck < 90) await withdraw(world)
  else if (luck < 105) await converse(world)
  else if (room && luck < 350) await request(world)
  else if (room && luck < 580) await apply(world)
  else if (room && luck < 660) await offer(world)
  else return act(world)
  return 1
}

/**
 * A game in which something never happened proves nothing about it. Chance alone cannot promise variety, so a game
 * goes on until everybody has done everything; what only clocks do is left for the forgotten tasks at its end.
 */
function missing({ taken, tally }: World): string[] {
  const rare = outcomes.filter((outcome) => (tally.get(outcome) ?? 0) < 2)
  return [...rows.filter((row) => !taken.has(row)).map(rowName), ...rare]
}

function goesOn(world: World, { actions, thorough }: Game, done: number): boolean {
  if (done < actions) return true
  return thorough && done < 4 * actions && missing(world).some((name) => !name.startsWith('clock '))
}

const outcomes = [
  'warned',
  '400 task-not-cancelable',
  '400 unsupported-operation',
  '402 insufficient-funds',
  '403 forbidden',
  '404 task-not-found',
  '409 conflict',
  '422 unprocessable',
]
