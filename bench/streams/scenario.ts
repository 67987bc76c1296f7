import { setTimeout as delay } from 'node:timers/promises'
import { fail } from '../../server/test/fixtures/harness.ts'
import { by, compare, hold, rounded, takeTurns, type Contestant, type Figure } from '../lib/measurements.ts'
import { residentBytes } from '../lib/resident-memory.ts'
import { profile } from '../lib/profile.ts'
import { inWorld, type World } from '../lib/environment.ts'
import type { Bench, Outcome, Profile, Scenario } from '../scenario.ts'
import { gatherAudience, type Audience } from './subscribers.ts'
import { contest, type Onlooker, type Stage } from './fan-out.ts'
import { nchanModule, nchanStage } from './nchan-publisher.ts'
import { soukStage } from './souk-publisher.ts'

const restMs = 5000

export const streams: Scenario = {
  name: 'streams',
  question: 'How many events reach open streams in a second, and what does an idle stream cost?',
  programs: { nginx: 'nginx', [nchanModule]: 'libnginx-mod-nchan' },
  run: (bench) =>
    inWorld(async (world) => {
      const audience = gatherAudience()
      try {
        return await run(bench, world, audience)
      } finally {
        await audience.stop()
      }
    }),
}

async function run(bench: Bench, world: World, audience: Audience): Promise<Outcome> {
  const crowd = Math.round(1000 * bench.scale)
  bench.progress(`${10 * crowd} streams, ${crowd} of which get the same events`)
  const ours = await soukStage(world, crowd)
  const { idle, event } = await idleMemory(audience, ours)
  bench.progress(`${rounded(idle.value)} KiB for an idle stream`)
  const theirs = await nchanStage(world, { crowd, event })
  try {
    const contestants = { ours: contest(audience, ours), nchan: contest(audience, theirs) }
    const figures = await takeTurns(contestants, bench, world.quiet)
    const comparison = { unit: 'events/s', peer: 'nginx with nchan' }
    const names = {
      crowd: `1 event to ${crowd} of ${10 * crowd} streams`,
      each: `1 event to each of ${crowd} of ${10 * crowd} streams`,
    }
    const rows = [
      compare({
        ...comparison,
        what: names.crowd,
        ours: figures('ours'),
        theirs: figures('nchan'),
        target: { atLeast: 1 },
      }),
      compare({
        ...comparison,
        what: names.each,
        ours: by('each', figures('ours')),
        theirs: by('each', figures('nchan')),
        target: { atLeast: 0.5 },
      }),
      hold({ what: `idle stream, of ${10 * crowd}`, unit: 'KiB', ours: [idle], target: { atMost: 16 } }),
    ]
    const profiles = await profilesOf(world, bench, names, (watch) => contest(audience, ours, watch))
    return { postgres: world.version, rows, profiles }
  } finally {
    await theirs.stop()
  }
}

/** Where the time goes in both ways: all streams are opened for them at once, so they are looked at together. */
async function profilesOf(
  world: World,
  { seconds, progress }: Bench,
  names: Readonly<Record<'crowd' | 'each', string>>,
  watched: (watch: Onlooker) => Contestant,
): Promise<Record<string, Profile>> {
  progress('where the time goes')
  const profiles: Record<string, Profile> = {}
  const contestant = watched(async (way, arriving) => {
    let arrived: Awaited<ReturnType<typeof arriving>> | undefined
    profiles[names[way]] = await profile(world, async () => {
      arrived = await arriving()
    })
    return arrived ?? fail('nothing arrived')
  })
  await contestant(seconds)
  return profiles
}

/** What open streams add to the memory of the server, once it has had some; and what an event looks like. */
async function idleMemory(audience: Audience, stage: Stage): Promise<{ idle: Figure; event: string }> {
  const { origin, openings } = stage
  await audience.open(origin, openings.slice(0, openings.length / 10))
  await audience.leave()
  await delay(restMs)
  const before = await residentBytes(origin)
  await audience.open(origin, openings)
  await delay(restMs)
  const bytes = (await residentBytes(origin)) - before
  await stage.publishToCrowd()
  const event = /data: (.*mark.*)/.exec(await audience.heard(openings.length / 10))?.[1] ?? ''
  await audience.leave()
  return { idle: { value: bytes / 1024 / openings.length }, event }
}
