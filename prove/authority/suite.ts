import { buildApp } from '../../server/src/app.ts'
import { workersOf } from '../../server/src/workers/index.ts'
import { startWorkers } from '../../server/src/workers/loop.ts'
import { fail, startSouk, type Souk } from '../../server/test/fixtures/harness.ts'
import type { HeldStream } from '../../server/test/fixtures/held-streams.ts'
import { startNode } from '../../server/test/fixtures/nodes.ts'
import { diceOf } from '../../server/test/tasks/task-model/dice.ts'
import { openReceiver } from '../../server/test/fixtures/webhook-receiver.ts'
import { plantScript } from '../lib/plant-script.ts'
import { assertClaim, type Counts, type RunOptions, type Suite } from '../suite.ts'
import { checkCalls, checkKept } from './calls.ts'
import { cases, type Case } from './expected.ts'
import { faults } from './faults.ts'
import { checkBlock, checkThings, takeThings, type Means, type Taken } from './grants.ts'
import { losses } from './losses.ts'
import { buildScene, type Scene } from './fixture.ts'
import { checkStreams, holdStreams } from './streams.ts'

export const authority: Suite = {
  name: 'authority',
  claim:
    'Two seconds after any authority is lost, its effect holds on every node for everything that was held with it: calls, streams, keys, codes, invitations, webhooks and push configs.',
  unit: 'losses',
  sizes: { quick: 11, release: cases.length },
  faults: Object.fromEntries(Object.entries(faults).map(([name, { breaks }]) => [name, breaks])),
  run,
}

interface Stage {
  readonly souk: Souk
  readonly apps: readonly Souk['app'][]
  readonly origins: readonly string[]
  readonly means: Means
  stop(): Promise<void>
}

async function run({ size, seed, fault, progress }: RunOptions): Promise<Counts> {
  const planted = fault === undefined ? undefined : (faults[fault] ?? fail(`no fault ${fault}`))
  const chosen = choose(size, seed, planted)
  const stage = await openStage()
  const counts = { losses: 0, 'calls refused': 0, 'calls kept': 0, streams: 0, things: 0, 'slowest ms': 0 }
  try {
    const prepared: Prepared[] = []
    for (const one of chosen) prepared.push(await prepare(stage, one))
    if (planted !== undefined) await plantScript(stage.souk, planted.statement)
    for (const one of prepared) {
      await tryLoss(stage, one, counts)
      progress(++counts.losses)
    }
    assertClaim(stage.souk.mistakes.length === 0, `the server logged ${stage.souk.mistakes[0]}`)
    return counts
  } finally {
    await stage.stop()
  }
}

/** Each loss once, then others as the seed decides; with a fault only its own. Expiry stays last: it moves the clock for all. */
function choose(
  size: number,
  seed: number,
  only: (Pick<Case, 'loss'> & Partial<Pick<Case, 'source'>>) | undefined,
): Case[] {
  const dice = diceOf(seed)
  const pool = cases.filter(
    ({ loss, source }) => only === undefined || (loss === only.loss && source === (only.source ?? source)),
  )
  const drawn = new Map<string, Case>()
  for (const one of pool.toSorted(() => dice.roll(2) - 0.5)) {
    if (!drawn.has(one.loss) && one.effect !== 'nothing ends') drawn.set(one.loss, one)
  }
  const chosen = [...drawn.values()]
  const rest = pool.filter((one) => !chosen.includes(one)).toSorted(() => dice.roll(2) - 0.5)
  if (only === undefined) chosen.push(...rest.slice(0, Math.max(0, size - chosen.length)))
  return chosen.toSorted((left, right) => Number(left.loss === 'expire') - Number(right.loss === 'expire'))
}

/** Two nodes that share nothing but the database. */
async function openStage(): Promise<Stage> {
  const souk = await startSouk({ rateLimitScale: 1_000_000, databaseConnections: 10 })
  const running = startWorkers(
    workersOf(souk.context).filter(({ name }) => name === 'authority'),
    souk.context,
  )
  const node = await startNode(souk, { workers: ['authority'] })
  const other = await buildApp(node.context)
  const listen = (app: Souk['app']) => app.listen({ host: '127.0.0.1', port: 0 })
  const origins = [await listen(souk.app), await listen(other)]
  const receiver = await openReceiver(() => souk)
  return {
    souk,
    apps: [souk.app, other],
    origins,
    means: { receiver, finder: await souk.person() },
    stop: async () => {
      await receiver.close()
      await running.stop()
      await other.close()
      await node.stop()
      await souk.stop()
    },
  }
}

interface Prepared {
  readonly scene: Scene
  readonly streams: readonly HeldStream[]
  readonly taken: readonly Taken[]
}

async function prepare({ souk, origins, means }: Stage, chosen: Case): Promise<Prepared> {
  const scene = await buildScene(souk, chosen)
  const taken = await takeThings(scene, means)
  return { scene, taken, streams: await holdStreams(scene, origins) }
}

async function tryLoss({ apps }: Stage, { scene, streams, taken }: Prepared, counts: Record<string, number>) {
  const add = (what: string, count: number) => {
    counts[what] = (counts[what] ?? 0) + count
  }
  try {
    await losses[scene.loss](scene)
    const took = await checkStreams(scene, streams)
    counts['slowest ms'] = Math.max(counts['slowest ms'] ?? 0, took)
    add('streams', streams.length)
    // The node that did not take the call which caused the loss.
    const far = apps[1] ?? fail('no second node')
    add('calls refused', await checkCalls(scene, far))
    add('calls kept', await checkKept(scene, far))
    await checkBlock(scene, far)
    add('things', await checkThings(scene, taken))
  } finally {
    for (const stream of streams) stream.close()
  }
}
