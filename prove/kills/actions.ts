/** What callers can do, and what the answer to each says is so from then on. */
import type { Task } from 'souk-contract'
import { fail, type Answer, type CallOptions, type Souk } from '../../server/test/fixtures/harness.ts'
import { market, text, words } from '../../server/test/fixtures/task-messages.ts'
import { usd } from '../../server/test/fixtures/traders.ts'
import type { KnownTask } from './scoreboard.ts'
import type { Party } from './fixture.ts'

/** Something that the service said is so: of what, and what. */
export type Fact = readonly [subject: string, saying: string]

export interface Plan {
  readonly deed: DeedName
  /** Found nowhere else: in what the call says, and as its Idempotency-Key. */
  readonly mark: string
  readonly by: Party
  readonly with: Party
  readonly task?: KnownTask
  readonly listingId?: string
  /** In minor units; nothing is free. */
  readonly amount: number
}

export interface Said {
  readonly facts: readonly Fact[]
  readonly task?: Task
  readonly listingId?: string
}

export interface Outcome {
  readonly answer: Answer<unknown>
  /** What it says, if it is a success. */
  said(): Said
}

export type DeedName =
  | 'hire'
  | 'talk'
  | 'start'
  | 'deliver'
  | 'accept'
  | 'dispute'
  | 'award'
  | 'cancel'
  | 'list'
  | 'apply'
  | 'charge'
  | 'convert'

type Call = Souk['call']
type Deed = (call: Call, plan: Plan, options: CallOptions) => Promise<Outcome>

/** A call by its plan. */
export function perform(call: Call, plan: Plan, options: CallOptions): Promise<Outcome> {
  return deeds[plan.deed](call, plan, options)
}

const deeds: Readonly<Record<DeedName, Deed>> = {
  hire: async (call, plan, options) => {
    const terms = plan.amount === 0 ? {} : { terms: { price: usd(plan.amount) } }
    const message = { parts: text(plan.mark), metadata: words(terms) }
    const answer = await call('sendMessage', { name: plan.with.name, message, configuration }, options)
    return ofTask(answer, () => answer.data.task, plan, ['held'])
  },
  talk: (call, plan, options) => say(call, plan, options, {}),
  start: (call, plan, options) => say(call, plan, options, { state: 'working' }),
  deliver: async (call, plan, options) => {
    const artifacts = [{ name: 'work.txt', parts: text(plan.mark) }]
    const answer = await call('deliverTask', { ...noteOn(plan), artifacts }, options)
    return ofTask(answer, () => answer.data, plan, ['piece'])
  },
  accept: async (call, plan, options) => {
    const answer = await call('acceptTask', noteOn(plan), options)
    return ofTask(answer, () => answer.data, plan, ['settled'])
  },
  dispute: async (call, plan, options) => {
    const answer = await call('disputeTask', noteOn(plan), options)
    return ofTask(answer, () => answer.data, plan, ['frozen'])
  },
  award: async (call, plan, options) => {
    const answer = await call('awardTask', noteOn(plan), options)
    return ofTask(answer, () => answer.data, plan, ['held'])
  },
  cancel: async (call, plan, options) => {
    const answer = await call('cancelTask', addressOf(plan), options)
    return ofTask(answer, () => answer.data, plan, ['canceled'])
  },
  list: async (call, { mark, amount }, options) => {
    const fields = { title: mark, description: 'To be done.', budget: usd(amount) }
    const answer = await call('createListing', fields, options)
    const listed = () => answer.data.listing.id
    return { answer, said: () => ({ listingId: listed(), facts: keyed(mark, ['listing', listed()]) }) }
  },
  apply: async (call, plan, options) => {
    const { listingId = fail('no listing to apply to') } = plan
    const answer = await call('applyToListing', { listingId, text: plan.mark }, options)
    return ofTask(answer, () => answer.data.task, plan, [])
  },
  charge: (call, plan, options) => fund(call, plan, options, 'card'),
  convert: (call, plan, options) => fund(call, plan, options, 'earnings'),
}

/** Nobody lingers, and what was said before is of no interest. */
const configuration = { returnImmediately: true, historyLength: 1 }

const addressOf = ({ task, deed }: Plan) =>
  task === undefined ? fail(`nothing to ${deed}`) : { name: task.provider.name, taskId: task.id }

const noteOn = (plan: Plan) => ({ ...addressOf(plan), message: { parts: text(plan.mark) } })

async function say(call: Call, plan: Plan, options: CallOptions, tells: object): Promise<Outcome> {
  const { name, taskId } = addressOf(plan)
  const message = { taskId, parts: text(plan.mark), metadata: words(tells) }
  const answer = await call('sendMessage', { name, message, configuration }, options)
  return ofTask(answer, () => answer.data.task, plan, [])
}

async function fund(
  call: Call,
  { mark, amount }: Plan,
  options: CallOptions,
  source: 'card' | 'earnings',
): Promise<Outcome> {
  const answer = await call('fundBalance', { ...usd(amount), source }, options)
  const paid = () => `${answer.data.payment.id} ${answer.data.payment.amount.amount}`
  return { answer, said: () => ({ facts: keyed(mark, ['payment', paid()]) }) }
}

/** What is found by the mark of a call, and that its answer is there to be repeated. */
function keyed(mark: string, ...found: readonly Fact[]): Fact[] {
  return [[`answer ${mark}`, ''], ...found.map(([what, saying]): Fact => [`${what} ${mark}`, saying])]
}

/** What an answer about a task says besides where the task stands. */
const consequences = {
  held: (task: Task) => priced('held', task),
  settled: (task: Task) => priced('settled', task),
  frozen: (task: Task) => priced('frozen', task),
  piece: ({ id }: Task, mark: string): Fact[] => [[`piece ${mark}`, id]],
  /** It carries no words, and happens to a task only once. */
  canceled: (task: Task): Fact[] => [[`canceled ${task.id}`, standing(task)]],
} as const

function ofTask(
  answer: Answer<unknown>,
  read: () => Task | undefined,
  { mark, deed }: Plan,
  more: readonly (keyof typeof consequences)[],
): Outcome {
  const said = () => {
    const task = read() ?? fail('an answer without a task')
    const spoken: Fact[] = deed === 'cancel' ? [] : [['words', `${task.id} ${standing(task)}`]]
    const others = more.flatMap((name) => consequences[name](task, mark))
    return { task, facts: [...keyed(mark, ...spoken), ...others, ...audited(deed, task)] }
  }
  return { answer, said }
}

/** What the audit log calls those deeds that are written there. */
const auditWords: Readonly<Partial<Record<DeedName, string>>> = {
  award: 'awarded',
  deliver: 'delivered',
  accept: 'accepted',
  dispute: 'disputed',
  cancel: 'canceled',
}

function audited(deed: DeedName, task: Task): Fact[] {
  const word = auditWords[deed]
  const { version, phase } = market(task)
  return word === undefined ? [] : [[`audit task.${word} ${task.id} ${version}`, phase]]
}

function standing(task: Task): string {
  const { version, phase } = market(task)
  return `${version} ${phase}`
}

function priced(subject: string, task: Task): Fact[] {
  const { terms } = market(task)
  return terms?.price === undefined ? [] : [[`${subject} ${task.id}`, String(terms.price.amount)]]
}
