/** Streams held on every node while the authority behind them is lost. */
import { setTimeout as delay } from 'node:timers/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { hold, open, openingsAt, type HeldStream } from '../../server/test/fixtures/held-streams.ts'
import { assertClaim } from '../suite.ts'
import type { Effect } from './expected.ts'
import type { Scene } from './fixture.ts'

/** A loss takes effect everywhere within this time; a busy machine gets as much longer as its own timers are late. */
const limitMs = 2000
const lateness = monitorEventLoopDelay({ resolution: 20 })
lateness.enable()

/** Opens every stream that the holder may open, on each node. */
export async function holdStreams(scene: Scene, origins: readonly string[]): Promise<HeldStream[]> {
  const held: HeldStream[] = []
  for (const origin of origins) {
    for (const opening of Object.entries(openingsAt(scene))) {
      const stream = await hold(origin, opening, scene.holder.hand).catch(() => undefined)
      if (stream !== undefined) held.push(stream)
    }
  }
  assertClaim(held.length >= origins.length, `${scene.source} could open no stream`)
  return held
}

const endsAll: readonly Effect[] = ['token ends', 'agent ends']

/** How long it took until everything had ended that must. */
export async function checkStreams(scene: Scene, held: readonly HeldStream[]): Promise<number> {
  const { effect, loss, source } = scene
  const doomed = held.filter(({ name }) => endsAll.includes(effect) || isWalletStream(scene, name))
  lateness.reset()
  const began = performance.now()
  const elapsed = () => performance.now() - began
  const allowed = () => limitMs + 20 * (lateness.max / 1e6)
  while (open(doomed).length > 0 && elapsed() < allowed()) await delay(10)
  const took = Math.round(elapsed())
  assertClaim(
    open(doomed).length === 0,
    `${loss} of ${source}: after ${took} ms ${[...new Set(open(doomed))].join(', ')} still open`,
  )
  const kept = held.filter((stream) => !doomed.includes(stream))
  assertClaim(
    open(kept).length === kept.length,
    `${loss} of ${source}: ended ${kept
      .filter(({ hasEnded }) => hasEnded())
      .map(({ name }) => name)
      .join(', ')}, which must stay open`,
  )
  return took
}

function isWalletStream({ effect, source }: Scene, name: string): boolean {
  return effect === 'role narrows' && name === 'streamPayments' && source !== 'organization-admin'
}
