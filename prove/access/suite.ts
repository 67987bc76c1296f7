import { routes, startSouk, type CallOptions, type Souk } from '../../server/test/fixtures/harness.ts'
import { diceOf } from '../../server/test/tasks/task-model/dice.ts'
import { assertClaim, type Counts, type RunOptions, type Suite } from '../suite.ts'
import { drawCircle, type Circle, type Place } from './graph.ts'
import { answerTo, apart } from './compare.ts'
import { plantScript } from '../lib/plant-script.ts'
import { questionsAbout, type Question } from './probes.ts'
import { forgeries, secretsIn } from './secrets.ts'
import { strangersTo, type Stranger } from './outsiders.ts'

/** What each fault does to the database, once there is something in it. */
const faults: Readonly<Record<string, readonly [breaks: string, statement: string]>> = {
  'everybody-reaches-every-agent': [
    'Every person counts as somebody who can act as any agent.',
    `alter view agent_access rename to honest_access;
     create view agent_access as select * from honest_access
       union all select a.id, u.id, 'organization-member', 9 from agents a cross join users u`,
  ],
  'everybody-takes-part': [
    'Every agent counts as a participant of every thread.',
    `insert into thread_participants (thread_id, agent_id, read_seq, active_at)
       select t.id, a.id, 0, t.created_at from threads t cross join agents a on conflict do nothing`,
  ],
}

export const access: Suite = {
  name: 'access',
  claim:
    'Whoever has nothing to do with a private thing gets, wherever it can be named, the same answer as for one that does not exist.',
  unit: 'comparisons',
  sizes: { quick: 480, release: 15_000 },
  faults: Object.fromEntries(Object.entries(faults).map(([name, [breaks]]) => [name, breaks])),
  run,
}

async function run({ size, seed, fault, progress }: RunOptions): Promise<Counts> {
  const souk = await startSouk({ rateLimitScale: 1_000_000 })
  try {
    const circle = await drawCircle(souk)
    const strangers = await strangersTo(souk, circle)
    const profile = await privateProfile(souk, circle)
    const questions = questionsAbout(secretsIn(circle.places, profile))
    const statement = faults[fault ?? '']?.[1]
    if (statement !== undefined) await plantScript(souk, statement)
    const scene = { souk, strangers, questions }
    const statuses = await compareAll(scene, { size, seed, progress })
    await askInsiders(scene, circle, profile)
    return {
      ...statuses,
      'ways to name a secret': new Set(questions.map(nameOf)).size,
      strangers: strangers.length,
    }
  } finally {
    await souk.stop()
  }
}

interface Scene {
  readonly souk: Souk
  readonly strangers: readonly Stranger[]
  readonly questions: readonly Question[]
}

interface Comparison {
  readonly question: Question
  readonly stranger: Stranger
  readonly form: string
}

/** First every way to name a secret by those who come closest to it; then everything by everybody, in every form. */
function* comparisons({ strangers, questions }: Scene): Generator<Comparison, never> {
  const [form = ''] = Object.keys(forgeries)
  const core = [...new Map(questions.toReversed().map((question) => [nameOf(question), question])).values()]
  for (const stranger of strangers.slice(0, closest)) {
    for (const question of core) yield { question, stranger, form }
  }
  for (;;) {
    for (const other of Object.keys(forgeries)) {
      for (const stranger of strangers) {
        for (const question of questions) yield { question, stranger, form: other }
      }
    }
  }
}

const closest = 3

const nameOf = ({ operation, parameter, secret }: Question) =>
  `${operation}, ${parameter} of a ${secret.kind}`

async function compareAll(
  scene: Scene,
  { size, seed, progress }: Pick<RunOptions, 'size' | 'seed' | 'progress'>,
): Promise<Counts> {
  const dice = diceOf(seed)
  const counts = new Map<string, number>()
  const askers = new Map<string, Set<string>>()
  const leaks = new Map<string, string>()
  const list = comparisons(scene)
  for (let done = 1; done <= size; done++) {
    const { question, stranger, form } = list.next().value
    const name = nameOf(question)
    const real = question.secret.place[question.parameter] ?? ''
    const forged = forgeries[form]?.(real, dice.roll(1e6)) ?? ''
    const there = await answerTo(scene.souk, question, real, stranger.as)
    const nowhere = await answerTo(scene.souk, question, forged, stranger.as)
    if (there !== nowhere) leaks.set(name, `${name}, asked by ${stranger.name}: ${apart(there, nowhere)}`)
    askers.set(name, (askers.get(name) ?? new Set()).add(stranger.name))
    counts.set(there.slice(1, 4), (counts.get(there.slice(1, 4)) ?? 0) + 1)
    progress(done)
    // One leak must not hide the others, so they are told together.
    assertClaim(
      leaks.size === 0 || (done % 100 > 0 && done < size),
      [...leaks.values()].slice(0, 5).join('\n  '),
    )
  }
  const few = [...askers.values()].filter(({ size: count }) => count < closest).length
  assertClaim(few === 0, `${few} ways to name a secret were tried by fewer than ${closest} strangers`)
  return Object.fromEntries([...counts].toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** Those concerned must see a difference, or there was nothing to be seen by anybody. */
async function askInsiders(
  { souk, questions }: Scene,
  { owner, partner }: Circle,
  profile: Place,
): Promise<void> {
  const { person } = owner
  const insiders: readonly CallOptions[] = [
    owner.hand,
    { as: person.token, agent: profile['agentId'] ?? '' },
    { as: person.token },
    partner.hand,
    owner.key,
    partner.key,
  ]
  const blind = new Set(questions.map(nameOf).filter((name) => !dark.has(name)))
  for (const question of questions.toSorted((one, other) => harmOf(one) - harmOf(other))) {
    if (!blind.has(nameOf(question))) continue
    if (await canTell(souk, question, insiders)) blind.delete(nameOf(question))
  }
  assertClaim(blind.size === 0, `nobody can tell whether it is there: ${[...blind].join('; ')}`)
}

/** Where not even those concerned can tell: nothing is shown, nothing is there, or taking it away twice is a success. */
const dark = new Set([
  'getAgentCard, name of a private profile',
  'getA2aAgentCard, name of a private profile',
  'unassignAgent, agentId of a thing',
  'unassignAgent, agentId of a private profile',
  'listApprovals, agentId of a private profile',
  'unblockAgent, name of a private profile',
  'deletePushConfig, configId of a thing',
])

/** Asked before the question about the listing or the agent it belongs to, which still tells when this is gone. */
const early = ['removeAttachment, filename of a draft', 'removeAgentPerson, userId of a thing']

/** Reading comes before changing, changing before taking away, and signing out is last. */
function harmOf(question: Question): number {
  const { operation } = question
  const method = routes[operation]?.method
  if (early.includes(nameOf(question))) return 1
  const late = ['deleteListing', 'removeMyAgent', 'endSession'].indexOf(operation)
  if (late >= 0) return 3 + late
  return method === 'GET' ? 0 : method === 'DELETE' ? 2 : 1
}

async function canTell(souk: Souk, question: Question, insiders: readonly CallOptions[]): Promise<boolean> {
  const real = question.secret.place[question.parameter] ?? ''
  const forge = forgeries['another number']
  for (const as of insiders) {
    const nowhere = await answerTo(souk, question, forge?.(real, 1) ?? '', as)
    if ((await answerTo(souk, question, real, as)) !== nowhere) return true
  }
  return false
}

/** Another agent of the owner, which shows itself to nobody but those it speaks to. */
async function privateProfile(souk: Souk, { owner, partner }: Circle): Promise<Place> {
  const agent = await souk.agent(owner.person, { visibility: 'private' })
  const hand = { as: owner.person.token, agent: agent.id }
  const { post } = (await souk.call('createPost', { text: 'For friends.' }, hand)).data
  const said = await souk.call('createComment', { postId: post.id, text: 'And for me.' }, hand)
  await souk.call('createThread', { participants: [partner.agent.name], text: 'Between us.' }, hand)
  await souk.call('requestConnection', { agentId: partner.agent.id }, hand)
  return { name: agent.name, agentId: agent.id, postId: post.id, commentId: said.data.comment.id }
}
