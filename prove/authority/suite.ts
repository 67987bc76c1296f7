import type { File } from 'souk-contract'
import { buildApp } from '../../server/src/app.ts'
import { workersOf } from '../../server/src/workers/index.ts'
import { startWorkers } from '../../server/src/workers/loop.ts'
import { fail } from '../../server/test/fixtures/fail.ts'
import { startSouk, type Souk } from '../../server/test/fixtures/harness.ts'
import type { OpenStream } from '../../server/test/fixtures/a2a/open-streams.ts'
import { startNode } from '../../server/test/fixtures/processes/nodes.ts'
import { seededRandom } from '../../server/test/fixtures/seeded-random.ts'
import { openReceiver } from '../../server/test/fixtures/receivers/webhook-receiver.ts'
import { plantScript } from '../lib/plant-script.ts'
import { assertClaim, type Counts, type RunOptions, type Suite } from '../suite.ts'
import { checkAllowed, checkCalls } from './calls.ts'
import { cases, type Case } from './expected.ts'
import { faults, type Fault } from './faults.ts'
import { checkBlock, checkGrants, createGrants, type GrantTools, type ActiveGrant } from './grants.ts'
import { losses } from './losses.ts'
import { buildFixture, type Fixture } from './fixture.ts'
import { checkStreams, holdStreams } from './streams.ts'
import { checkTransfers, holdTransfers, openBufferingProxy, storeLargeFile } from './transfers.ts'

export const authority: Suite = {
  name: 'authority',
  claim:
    'Within two seconds of losing any authority, every node enforces the loss for everything created with it: calls, streams, uploads and downloads in progress, keys, codes, invitations, webhooks and push configs.',
  unit: 'losses',
  sizes: { quick: 11, release: cases.length },
  faults: Object.fromEntries(Object.entries(faults).map(([name, { breaks }]) => [name, breaks])),
  run,
}

interface TwoNodes {
  readonly souk: Souk
  readonly apps: readonly Souk['app'][]
  readonly origins: readonly string[]
  /** Where downloads are made. */
  readonly downloadOrigins: readonly string[]
  /** A file that downloads in progress read. */
  readonly large: File
  readonly tools: GrantTools
  stop(): Promise<void>
}

async function run({ size, seed, fault, progress }: RunOptions): Promise<Counts> {
  const planted = fault === undefined ? undefined : (faults[fault] ?? fail(`no fault ${fault}`))
  const selected = choose(size, seed, planted)
  const nodes = await startTwoNodes(planted)
  const counts = {
    losses: 0,
    'calls refused': 0,
    'calls allowed': 0,
    streams: 0,
    transfers: 0,
    grants: 0,
    'slowest ms': 0,
  }
  try {
    const prepared: PreparedCase[] = []
    for (const lossCase of selected) prepared.push(await prepare(nodes, lossCase))
    if (planted?.statement !== undefined) await plantScript(nodes.souk, planted.statement)
    for (const preparedCase of prepared) {
      await checkLoss(nodes, preparedCase, counts, planted)
      progress(++counts.losses)
    }
    assertClaim(nodes.souk.loggedErrors.length === 0, `the server logged ${nodes.souk.loggedErrors[0]}`)
    return counts
  } finally {
    await nodes.stop()
  }
}

/** Each loss once, then a random selection; with a fault only its own loss. Expiry stays last: it advances the shared clock. */
function choose(
  size: number,
  seed: number,
  only: (Pick<Case, 'loss'> & Partial<Pick<Case, 'source'>>) | undefined,
): Case[] {
  const random = seededRandom(seed)
  const pool = cases.filter(
    ({ loss, source }) => only === undefined || (loss === only.loss && source === (only.source ?? source)),
  )
  const firstByLoss = new Map<string, Case>()
  for (const lossCase of pool.toSorted(() => random.below(2) - 0.5)) {
    if (!firstByLoss.has(lossCase.loss) && lossCase.effect !== 'nothing ends')
      firstByLoss.set(lossCase.loss, lossCase)
  }
  const selected = [...firstByLoss.values()]
  const rest = pool.filter((lossCase) => !selected.includes(lossCase)).toSorted(() => random.below(2) - 0.5)
  if (only === undefined) selected.push(...rest.slice(0, Math.max(0, size - selected.length)))
  return selected.toSorted((left, right) => Number(left.loss === 'expire') - Number(right.loss === 'expire'))
}

/** Two nodes that share nothing but the database. */
async function startTwoNodes(planted: Fault | undefined): Promise<TwoNodes> {
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
  const proxies =
    planted?.buffersDownloads === true ? await Promise.all(origins.map(openBufferingProxy)) : undefined
  return {
    souk,
    apps: [souk.app, other],
    origins,
    downloadOrigins: proxies?.map(({ origin }) => origin) ?? origins,
    large: await storeLargeFile(souk),
    tools: { receiver, redeemer: await souk.person() },
    stop: async () => {
      for (const proxy of proxies ?? []) proxy.close()
      await receiver.close()
      await running.stop()
      await other.close()
      await node.stop()
      await souk.stop()
    },
  }
}

interface PreparedCase {
  readonly fixture: Fixture
  readonly streams: readonly OpenStream[]
  readonly grants: readonly ActiveGrant[]
}

async function prepare({ souk, origins, tools }: TwoNodes, selected: Case): Promise<PreparedCase> {
  const fixture = await buildFixture(souk, selected)
  const grants = await createGrants(fixture, tools)
  return { fixture, grants, streams: await holdStreams(fixture, origins) }
}

async function checkLoss(
  { souk, apps, origins, downloadOrigins, large }: TwoNodes,
  { fixture, streams, grants }: PreparedCase,
  counts: Record<string, number>,
  planted: Fault | undefined,
) {
  const add = (what: string, count: number) => {
    counts[what] = (counts[what] ?? 0) + count
  }
  const transfers = await holdTransfers(fixture, large, { download: downloadOrigins, upload: origins })
  try {
    await losses[fixture.loss](fixture)
    const elapsedMs = await checkStreams(fixture, streams)
    counts['slowest ms'] = Math.max(counts['slowest ms'] ?? 0, elapsedMs)
    add('streams', streams.length)
    if (planted?.afterStreams !== undefined) await plantScript(souk, planted.afterStreams)
    add('transfers', await checkTransfers(fixture, transfers))
    // The node that did not process the loss.
    const far = apps[1] ?? fail('no second node')
    add('calls refused', await checkCalls(fixture, far))
    add('calls allowed', await checkAllowed(fixture, far))
    await checkBlock(fixture, far)
    add('grants', await checkGrants(fixture, grants))
  } finally {
    transfers.close()
    for (const stream of streams) stream.close()
  }
}
