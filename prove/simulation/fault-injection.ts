import { expect } from 'vitest'
import { told } from '../../server/test/tasks/task-model/compare.ts'
import { count, type Player } from '../../server/test/tasks/task-model/world.ts'
import { well, type Trouble } from '../processor/unreliable-processor.ts'
import type { Town } from './fixture.ts'

const troubles: readonly Trouble[] = [
  'unreachable',
  'answer lost',
  'old answer',
  'death before',
  'death after',
]

/** Does something on a line on which one of the first calls may suffer; undefined when the node died meanwhile. */
export async function inTrouble<T>(
  town: Town,
  percent: number,
  run: () => Promise<T>,
): Promise<T | undefined> {
  const { dice, line, story } = town
  if (!dice.chance(percent)) return run()
  const [trouble, place] = [dice.pick(troubles), dice.roll(3)]
  let calls = 0
  line.trouble = () => (calls++ === place ? trouble : undefined)
  try {
    const done = await line.outlive(run)
    if (calls > place) {
      story.push(`call ${place} to the processor: ${trouble}`)
      count(town, trouble)
    }
    return done
  } finally {
    line.trouble = well
  }
}

/** A call about money, and how it may be answered. */
export interface Trial {
  readonly by: Player
  readonly what: string
  readonly amount?: number
  readonly foreseen: readonly number[]
}

/** Makes a call that may meet with trouble; undefined unless it succeeded. */
export async function tried<T extends { status: number }>(
  town: Town,
  { by, what, amount, foreseen }: Trial,
  call: () => Promise<T>,
): Promise<T | undefined> {
  town.story.push(`${by.name}: ${what} ${amount ?? ''}, expecting ${foreseen.join(' or ')}`)
  const before = troublesOf(town)
  const answer = await inTrouble(town, 20, call)
  if (answer === undefined) return undefined
  const { status } = answer
  expect(troublesOf(town) > before ? [...foreseen, 503] : foreseen, told(town)).toContain(status)
  count(town, `${what} ${status}`)
  return status === 200 ? answer : undefined
}

function troublesOf({ line }: Town): number {
  return [...line.suffered.values()].reduce((sum, times) => sum + times, 0)
}
