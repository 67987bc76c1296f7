import { asOperator, routes, type CallOptions } from '../../server/test/fixtures/operations.ts'
import { startSouk, type Souk } from '../../server/test/fixtures/harness.ts'
import { openGrpc } from '../../server/test/fixtures/a2a/grpc-call.ts'
import { seededRandom } from '../../server/test/fixtures/seeded-random.ts'
import { assertClaim, type Counts, type RunOptions, type Suite } from '../suite.ts'
import { uploadFile } from '../../server/test/fixtures/files/file-uploads.ts'
import { buildGraph, onePage, type ObjectGraph } from './graph.ts'
import type { ObjectIds } from './object-ids.ts'
import { responseTo, describeDifference, type Bindings } from './compare.ts'
import { plantScript } from '../lib/plant-script.ts'
import { probesFor, type Probe } from './probes.ts'
import { forgeries, privateObjects } from './private-objects.ts'
import { createOutsiders, type Outsider } from './outsiders.ts'
import { objectFaults, operatorFaults } from './faults.ts'
import { proveOperatorRoutes } from './operator-routes.ts'

export const access: Suite = {
  name: 'access',
  claim:
    'A caller without access to a private object gets the same response as for an object that does not exist, in every operation that can name it, and every operator route accepts exactly the roles that the contract names.',
  unit: 'comparisons',
  sizes: { quick: 720, release: 15_000 },
  faults: Object.fromEntries(
    Object.entries({ ...objectFaults, ...operatorFaults }).map(([name, { breaks }]) => [name, breaks]),
  ),
  run,
}

async function run(options: RunOptions): Promise<Counts> {
  const isAboutObjects = Object.hasOwn(objectFaults, options.fault ?? '')
  const operators = isAboutObjects ? {} : await proveOperatorRoutes(options.fault)
  return { ...(await proveObjects(options)), ...operators }
}

async function proveObjects({ size, seed, fault, progress }: RunOptions): Promise<Counts> {
  const souk = await startSouk({ rateLimitScale: 1_000_000 })
  const grpc = openGrpc(await souk.app.listen({ host: '127.0.0.1', port: 0 }))
  try {
    const graph = await buildGraph(souk)
    const outsiders = await createOutsiders(souk, graph)
    const profile = await createPrivateProfile(souk, graph)
    const probes = probesFor(privateObjects(graph.objects, profile))
    const planted = objectFaults[fault ?? '']
    if (planted !== undefined) await plantScript(souk, planted.script)
    const probeSet = { souk, grpc, outsiders, probes }
    const statuses = await compareAll(probeSet, { size, seed, progress })
    const { token } = await souk.operator('admin')
    await probeAsInsiders(probeSet, graph, { profile, admin: { as: token } })
    return {
      ...statuses,
      'ways to name a private object': new Set(probes.map(nameOf)).size,
      outsiders: outsiders.length,
    }
  } finally {
    grpc.close()
    await souk.stop()
  }
}

interface ProbeSet extends Bindings {
  readonly outsiders: readonly Outsider[]
  readonly probes: readonly Probe[]
}

interface Comparison {
  readonly probe: Probe
  readonly outsider: Outsider
  readonly forgery: string
}

/** First every probe by the closest outsiders, then every probe by every outsider with every type of forgery. */
function* comparisons({ outsiders, probes }: ProbeSet): Generator<Comparison, never> {
  const [forgery = ''] = Object.keys(forgeries)
  const distinct = [...new Map(probes.toReversed().map((probe) => [nameOf(probe), probe])).values()]
  for (const outsider of outsiders.slice(0, closest)) {
    for (const probe of distinct) yield { probe, outsider, forgery }
  }
  for (;;) {
    for (const other of Object.keys(forgeries)) {
      for (const outsider of outsiders) {
        for (const probe of probes) yield { probe, outsider, forgery: other }
      }
    }
  }
}

const closest = 3

const nameOf = ({ operation, parameter, object }: Probe) => `${operation}, ${parameter} of a ${object.kind}`

async function compareAll(
  probeSet: ProbeSet,
  { size, seed, progress }: Pick<RunOptions, 'size' | 'seed' | 'progress'>,
): Promise<Counts> {
  const random = seededRandom(seed)
  const counts = new Map<string, number>()
  const callersByProbe = new Map<string, Set<string>>()
  const leaks = new Map<string, string>()
  const schedule = comparisons(probeSet)
  for (let done = 1; done <= size; done++) {
    const { probe, outsider, forgery } = schedule.next().value
    const name = nameOf(probe)
    const real = probe.object.ids[probe.parameter] ?? ''
    const forged = forgeries[forgery]?.(real, random.below(1e6)) ?? ''
    const existing = await responseTo(probeSet, probe, real, outsider.as)
    const missing = await responseTo(probeSet, probe, forged, outsider.as)
    if (existing !== missing)
      leaks.set(name, `${name}, called by ${outsider.name}: ${describeDifference(existing, missing)}`)
    callersByProbe.set(name, (callersByProbe.get(name) ?? new Set()).add(outsider.name))
    counts.set(existing.slice(1, 4), (counts.get(existing.slice(1, 4)) ?? 0) + 1)
    progress(done)
    // Collects leaks of up to 100 comparisons, so that one leak does not hide the others.
    assertClaim(
      leaks.size === 0 || (done % 100 > 0 && done < size),
      [...leaks.values()].slice(0, 5).join('\n  '),
    )
  }
  const few = [...callersByProbe.values()].filter(({ size: count }) => count < closest).length
  assertClaim(few === 0, `${few} ways to name a private object were tried by fewer than ${closest} outsiders`)
  return Object.fromEntries([...counts].toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** Callers with access must see a difference, or the comparison proves nothing. */
async function probeAsInsiders(
  { probes, ...bindings }: ProbeSet,
  { owner, partner }: ObjectGraph,
  { profile, admin }: { readonly profile: ObjectIds; readonly admin: CallOptions },
): Promise<void> {
  const { person } = owner
  const insiders: readonly CallOptions[] = [
    owner.asPerson,
    { as: person.token, agent: profile['agentId'] ?? '' },
    { as: person.token },
    partner.asPerson,
    owner.key,
    partner.key,
    asOperator,
    admin,
  ]
  const blind = new Set(probes.map(nameOf).filter((name) => !indistinguishable.has(name)))
  for (const probe of probes.toSorted((left, right) => destructiveness(left) - destructiveness(right))) {
    if (!blind.has(nameOf(probe))) continue
    if (await canTell(bindings, probe, insiders)) blind.delete(nameOf(probe))
  }
  assertClaim(
    blind.size === 0,
    `not even insiders can tell whether the object exists: ${[...blind].join('; ')}`,
  )
}

/** Probes without a visible difference: nothing is returned, the object is absent, or the deletion is idempotent. */
const indistinguishable = new Set([
  // The people of the graph have no role.
  'changeOperator, userId of a private object',
  'removeOperator, userId of a private object',
  // Files of a thread are in no profile, and files of a profile in no thread.
  'getProfileFile, fileId of a private object',
  'getThreadFile, fileId of a private profile',
  // Archived packages and those of private profiles can be hired by none of the callers.
  'hirePackage, packageId of a private object',
  'hirePackage, packageId of a private profile',
  'getAgentCard, name of a private profile',
  'getA2aAgentCard, name of a private profile',
  'unassignAgent, agentId of a private object',
  'unassignAgent, agentId of a private profile',
  'listApprovals, agentId of a private profile',
  'unblockAgent, name of a private profile',
  'deletePushConfig, configId of a private object',
])

/** Run before the probes that delete their listing or agent. */
const early = ['removeAttachment, filename of a draft', 'removeAgentPerson, userId of a private object']

/** Reads run before writes, writes before deletions, and signing out last. */
function destructiveness(probe: Probe): number {
  const { operation } = probe
  const method = routes[operation]?.method
  if (early.includes(nameOf(probe))) return 1
  const late = ['deleteListing', 'removeMyAgent', 'endSession'].indexOf(operation)
  if (late >= 0) return 3 + late
  return method === 'GET' ? 0 : method === 'DELETE' ? 2 : 1
}

async function canTell(bindings: Bindings, probe: Probe, insiders: readonly CallOptions[]): Promise<boolean> {
  const real = probe.object.ids[probe.parameter] ?? ''
  const forge = forgeries['random part changed']
  for (const as of insiders) {
    const missing = await responseTo(bindings, probe, forge?.(real, 1) ?? '', as)
    if ((await responseTo(bindings, probe, real, as)) !== missing) return true
  }
  return false
}

/** Another agent of the owner, visible only to agents it has contacted. */
async function createPrivateProfile(souk: Souk, { owner, partner }: ObjectGraph): Promise<ObjectIds> {
  const agent = await souk.agent(owner.person, { visibility: 'private' })
  const asPerson = { as: owner.person.token, agent: agent.id }
  const { post } = (await souk.call('createPost', { text: 'For friends.' }, asPerson)).data
  const comment = await souk.call('createComment', { postId: post.id, text: 'And for me.' }, asPerson)
  await souk.call('createThread', { participants: [partner.agent.name], text: 'Between us.' }, asPerson)
  await souk.call('requestConnection', { agentId: partner.agent.id }, asPerson)
  const { id: fileId } = await uploadFile(souk, asPerson)
  await souk.call('createPortfolioItem', { title: 'For friends', fileId }, asPerson)
  const { id: packageId } = (await souk.call('createPackage', onePage, asPerson)).data.package
  const { id: commentId } = comment.data.comment
  return { name: agent.name, agentId: agent.id, postId: post.id, commentId, fileId, packageId }
}
