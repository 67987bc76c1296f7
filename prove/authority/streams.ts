/** Streams that are open on every node when their authority is lost. */
import { setTimeout as delay } from 'node:timers/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import {
  openStream,
  namesOfOpen,
  streamRequests,
  type OpenStream,
} from '../../server/test/fixtures/a2a/open-streams.ts'
import { assertClaim } from '../suite.ts'
import type { Effect } from './expected.ts'
import type { Fixture } from './fixture.ts'

/** Deadline for a loss to take effect on all nodes; extended by the measured event-loop delay on a busy machine. */
const limitMs = 2000
const eventLoopDelay = monitorEventLoopDelay({ resolution: 20 })
eventLoopDelay.enable()

/** Opens every stream that the holder can open, on each node. */
export async function holdStreams(fixture: Fixture, origins: readonly string[]): Promise<OpenStream[]> {
  const held: OpenStream[] = []
  for (const origin of origins) {
    for (const opening of Object.entries(streamRequests(fixture))) {
      const stream = await openStream(origin, opening, fixture.holder.asPerson).catch(() => undefined)
      if (stream !== undefined) held.push(stream)
    }
  }
  assertClaim(held.length >= origins.length, `${fixture.source} cannot open any stream`)
  return held
}

const endsAll: readonly Effect[] = ['token ends', 'agent ends']

/** Returns the milliseconds until every affected stream had ended. */
export async function checkStreams(fixture: Fixture, held: readonly OpenStream[]): Promise<number> {
  const { effect, loss, source } = fixture
  const affected = held.filter(({ name }) => endsAll.includes(effect) || isWalletStream(fixture, name))
  eventLoopDelay.reset()
  const start = performance.now()
  const elapsed = () => performance.now() - start
  const allowed = () => limitMs + 20 * (eventLoopDelay.max / 1e6)
  while (namesOfOpen(affected).length > 0 && elapsed() < allowed()) await delay(10)
  const elapsedMs = Math.round(elapsed())
  assertClaim(
    namesOfOpen(affected).length === 0,
    `${loss} of ${source}: after ${elapsedMs} ms ${[...new Set(namesOfOpen(affected))].join(', ')} still open`,
  )
  const unaffected = held.filter((stream) => !affected.includes(stream))
  assertClaim(
    namesOfOpen(unaffected).length === unaffected.length,
    `${loss} of ${source}: ended ${unaffected
      .filter(({ hasEnded }) => hasEnded())
      .map(({ name }) => name)
      .join(', ')}, which must stay open`,
  )
  return elapsedMs
}

function isWalletStream({ effect, source }: Fixture, name: string): boolean {
  return effect === 'role narrows' && name === 'streamPayments' && source !== 'organization-admin'
}
