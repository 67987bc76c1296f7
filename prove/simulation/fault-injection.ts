import { expect } from 'vitest'
import { storyOf } from '../../server/test/tasks/task-model/compare.ts'
import { count, type Player } from '../../server/test/tasks/task-model/world.ts'
import { noFault, type LinkFault } from '../processor/unreliable-processor.ts'
import type { Fixture } from './fixture.ts'

const linkFaults: readonly LinkFault[] = [
  'unreachable',
  'response lost',
  'stale response',
  'death before',
  'death after',
]

/** Runs with a chance of a fault on one of the first processor calls; undefined when the node dies. */
export async function withFaults<T>(
  fixture: Fixture,
  percent: number,
  run: () => Promise<T>,
): Promise<T | undefined> {
  const { random, link, story } = fixture
  if (!random.chance(percent)) return run()
  const [fault, position] = [random.pick(linkFaults), random.below(3)]
  let calls = 0
  link.nextFault = () => (calls++ === position ? fault : undefined)
  try {
    const result = await link.runUntilDeath(run)
    if (calls > position) {
      story.push(`call ${position} to the processor: ${fault}`)
      count(fixture, fault)
    }
    return result
  } finally {
    link.nextFault = noFault
  }
}

/** A wallet call and its allowed statuses. */
interface ExpectedCall {
  readonly by: Player
  readonly what: string
  readonly amount?: number
  readonly expectedStatuses: readonly number[]
}

/** Makes a call that can hit an injected fault; undefined unless it succeeded. */
export async function callWithFaults<T extends { status: number }>(
  fixture: Fixture,
  { by, what, amount, expectedStatuses }: ExpectedCall,
  call: () => Promise<T>,
): Promise<T | undefined> {
  fixture.story.push(`${by.name}: ${what} ${amount ?? ''}, expecting ${expectedStatuses.join(' or ')}`)
  const before = injectedFaults(fixture)
  const response = await withFaults(fixture, 20, call)
  if (response === undefined) return undefined
  const { status } = response
  expect(
    injectedFaults(fixture) > before ? [...expectedStatuses, 503] : expectedStatuses,
    storyOf(fixture),
  ).toContain(status)
  count(fixture, `${what} ${status}`)
  return status === 200 ? response : undefined
}

function injectedFaults({ link }: Fixture): number {
  return [...link.injected.values()].reduce((sum, times) => sum + times, 0)
}
