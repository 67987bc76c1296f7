import { setTimeout as delay } from 'node:timers/promises'
import { fail } from '../../server/test/fixtures/fail.ts'
import {
  pickSeries,
  compare,
  checkLimit,
  rounded,
  measureInterleaved,
  type Contender,
  type Measurement,
} from '../lib/measurements.ts'
import { residentBytes } from '../lib/resident-memory.ts'
import { profile } from '../lib/profile.ts'
import { withEnvironment, type Environment } from '../lib/environment.ts'
import type { BenchOptions, ScenarioResult, Profile, Scenario } from '../scenario.ts'
import { startSubscribers, type Subscribers } from './subscribers.ts'
import { fanOut, type MeasureWrapper, type Mode, type Publisher } from './fan-out.ts'
import { nchanModule, startNchan } from './nchan-publisher.ts'
import { startSouk } from './souk-publisher.ts'

const idleMs = 5000

export const streams: Scenario = {
  name: 'streams',
  question: 'How many events reach open streams per second, and how much memory does an idle stream use?',
  programs: { nginx: 'nginx', [nchanModule]: 'libnginx-mod-nchan' },
  run: (bench) =>
    withEnvironment(async (environment) => {
      const subscribers = startSubscribers()
      try {
        return await run(bench, environment, subscribers)
      } finally {
        await subscribers.stop()
      }
    }),
}

async function run(
  bench: BenchOptions,
  environment: Environment,
  subscribers: Subscribers,
): Promise<ScenarioResult> {
  const group = Math.round(1000 * bench.scale)
  bench.progress(`${10 * group} streams, ${group} of which receive the same events`)
  const ours = await startSouk(environment, group)
  const { idle, event } = await idleMemory(subscribers, ours)
  bench.progress(`${rounded(idle.value)} KiB for an idle stream`)
  const theirs = await startNchan(environment, { group, event })
  try {
    const contenders = { ours: fanOut(subscribers, ours), nchan: fanOut(subscribers, theirs) }
    const series = await measureInterleaved(contenders, bench, environment.drain)
    const comparison = { unit: 'events/s', peer: 'nginx with nchan' }
    const names = {
      all: `1 event to ${group} of ${10 * group} streams`,
      each: `1 event to each of ${group} of ${10 * group} streams`,
    }
    const rows = [
      compare({
        ...comparison,
        what: names.all,
        ours: series('ours'),
        theirs: series('nchan'),
        target: { atLeast: 1 },
      }),
      compare({
        ...comparison,
        what: names.each,
        ours: pickSeries('each', series('ours')),
        theirs: pickSeries('each', series('nchan')),
        target: { atLeast: 0.5 },
      }),
      checkLimit({
        what: `idle stream, of ${10 * group}`,
        unit: 'KiB',
        ours: [idle],
        target: { atMost: 16 },
      }),
    ]
    const profiles = await profilesOf(environment, bench, names, (wrap) => fanOut(subscribers, ours, wrap))
    return { postgres: environment.version, rows, profiles }
  } finally {
    await theirs.stop()
  }
}

/** Profiles both modes in one run, because opening the streams takes long. */
async function profilesOf(
  environment: Environment,
  { seconds, progress }: BenchOptions,
  names: Readonly<Record<Mode, string>>,
  wrapped: (wrap: MeasureWrapper) => Contender,
): Promise<Record<string, Profile>> {
  progress('profiling')
  const profiles: Record<string, Profile> = {}
  const contender = wrapped(async (mode, measure) => {
    let measured: Awaited<ReturnType<typeof measure>> | undefined
    profiles[names[mode]] = await profile(environment, async () => {
      measured = await measure()
    })
    return measured ?? fail('nothing was measured')
  })
  await contender(seconds)
  return profiles
}

/** Memory that open streams add to a warmed-up server, and a sample event. */
async function idleMemory(
  subscribers: Subscribers,
  publisher: Publisher,
): Promise<{ idle: Measurement; event: string }> {
  const { origin, streamRequests } = publisher
  await subscribers.open(origin, streamRequests.slice(0, streamRequests.length / 10))
  await subscribers.close()
  await delay(idleMs)
  const before = await residentBytes(origin)
  await subscribers.open(origin, streamRequests)
  await delay(idleMs)
  const bytes = (await residentBytes(origin)) - before
  await publisher.publishToAll()
  const event = /data: (.*mark.*)/.exec(await subscribers.received(streamRequests.length / 10))?.[1] ?? ''
  await subscribers.close()
  return { idle: { value: bytes / 1024 / streamRequests.length }, event }
}
