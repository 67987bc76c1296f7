/** The actions of the load generator, and the facts that a successful response acknowledges. */
import type { Task, TaskDispute } from 'souk-contract'
import { fail } from '../../server/test/fixtures/fail.ts'
import type { CallResult, CallOptions } from '../../server/test/fixtures/operations.ts'
import type { Souk } from '../../server/test/fixtures/harness.ts'
import { market, text, marketMetadata } from '../../server/test/fixtures/a2a/task-messages.ts'
import { usd } from '../../server/test/fixtures/people/test-agents.ts'
import type { ActionName, CallOutcome, Fact, PlannedCall } from './planned-call.ts'
import { uploadFile } from './upload-file.ts'

type CallFunction = Souk['call']
type Action = (call: CallFunction, planned: PlannedCall, options: CallOptions) => Promise<CallOutcome>

export function perform(
  call: CallFunction,
  planned: PlannedCall,
  options: CallOptions,
): Promise<CallOutcome> {
  return actions[planned.action](call, planned, options)
}

const actions: Readonly<Record<ActionName, Action>> = {
  hire: async (call, planned, options) => {
    const terms = planned.amount === 0 ? {} : { terms: { price: usd(planned.amount) } }
    const message = { parts: text(planned.mark), metadata: marketMetadata(terms) }
    const response = await call('sendMessage', { name: planned.with.name, message, configuration }, options)
    return taskOutcome(response, () => response.data.task, planned, ['held'])
  },
  talk: (call, planned, options) => sendMessage(call, planned, options, {}),
  start: (call, planned, options) => sendMessage(call, planned, options, { state: 'working' }),
  deliver: async (call, planned, options) => {
    const artifacts = [{ name: 'work.txt', parts: text(planned.mark) }]
    const response = await call('deliverTask', { ...messageInput(planned), artifacts }, options)
    return taskOutcome(response, () => response.data, planned, ['artifact'])
  },
  accept: async (call, planned, options) => {
    const response = await call('acceptTask', messageInput(planned), options)
    return taskOutcome(response, () => response.data, planned, ['settled'])
  },
  dispute: async (call, planned, options) => {
    const response = await call('disputeTask', messageInput(planned), options)
    return taskOutcome(response, () => response.data, planned, ['frozen'])
  },
  offer: async (call, planned, options) => {
    const input = { ...addressOf(planned), toClient: usd(clientShare), note: planned.mark }
    const response = await call('offerSettlement', input, options)
    const facts = () => {
      const { data: dispute } = response
      const offer = dispute.offers.find(({ note }) => note === planned.mark) ?? fail('no offer')
      const kept = keyed(planned.mark, ['offer', offer.offerId])
      return { dispute, facts: [...kept, ...auditedDispute('settlement_offered', dispute)] }
    }
    return { response, facts }
  },
  settle: async (call, planned, options) => {
    const offerId = planned.task?.offerId ?? 'off_none'
    const response = await call('acceptSettlement', { ...addressOf(planned), offerId }, options)
    const facts = () => {
      const { data: dispute } = response
      const paid: Fact = [`settled ${dispute.taskId}`, String(dispute.amount.amount)]
      return { dispute, facts: [...keyed(planned.mark), paid, ...auditedDispute('settled', dispute)] }
    }
    return { response, facts }
  },
  award: async (call, planned, options) => {
    const response = await call('awardTask', messageInput(planned), options)
    return taskOutcome(response, () => response.data, planned, ['held'])
  },
  cancel: async (call, planned, options) => {
    const response = await call('cancelTask', addressOf(planned), options)
    return taskOutcome(response, () => response.data, planned, ['canceled'])
  },
  list: async (call, { mark, amount }, options) => {
    const fields = { title: mark, description: 'To be done.', budget: usd(amount) }
    const response = await call('createListing', fields, options)
    const listed = () => response.data.listing.id
    return { response, facts: () => ({ listingId: listed(), facts: keyed(mark, ['listing', listed()]) }) }
  },
  apply: async (call, planned, options) => {
    const { listingId = fail('no listing to apply to') } = planned
    const response = await call('applyToListing', { listingId, text: planned.mark }, options)
    return taskOutcome(response, () => response.data.task, planned, [])
  },
  charge: (call, planned, options) => fund(call, planned, options, 'card'),
  convert: (call, planned, options) => fund(call, planned, options, 'earnings'),
  upload: (call, { mark }, options) => uploadFile(call, mark, options),
}

/** Part of the client in every settlement; all prices are higher. */
const clientShare = 50

function auditedDispute(name: string, { taskId, version, phase }: TaskDispute): Fact[] {
  return [[`audit task.${name} ${taskId} ${version}`, phase]]
}

/** Minimal responses without waiting. */
const configuration = { returnImmediately: true, historyLength: 1 }

const addressOf = ({ task, action }: PlannedCall) =>
  task === undefined ? fail(`no task to ${action}`) : { name: task.provider.name, taskId: task.id }

const messageInput = (planned: PlannedCall) => ({
  ...addressOf(planned),
  message: { parts: text(planned.mark) },
})

async function sendMessage(
  call: CallFunction,
  planned: PlannedCall,
  options: CallOptions,
  directives: object,
): Promise<CallOutcome> {
  const { name, taskId } = addressOf(planned)
  const message = { taskId, parts: text(planned.mark), metadata: marketMetadata(directives) }
  const response = await call('sendMessage', { name, message, configuration }, options)
  return taskOutcome(response, () => response.data.task, planned, [])
}

async function fund(
  call: CallFunction,
  { mark, amount }: PlannedCall,
  options: CallOptions,
  source: 'card' | 'earnings',
): Promise<CallOutcome> {
  const response = await call('fundBalance', { ...usd(amount), source }, options)
  const paid = () => `${response.data.payment.id} ${response.data.payment.amount.amount}`
  return { response, facts: () => ({ facts: keyed(mark, ['payment', paid()]) }) }
}

/** Facts keyed by the mark of the call, and its stored response. */
function keyed(mark: string, ...found: readonly Fact[]): Fact[] {
  return [[`response ${mark}`, ''], ...found.map(([what, value]): Fact => [`${what} ${mark}`, value])]
}

/** Facts of a task response besides the phase of the task. */
const factsByEffect = {
  held: (task: Task) => priced('held', task),
  settled: (task: Task) => priced('settled', task),
  frozen: (task: Task) => priced('frozen', task),
  artifact: ({ id }: Task, mark: string): Fact[] => [[`artifact ${mark}`, id]],
  /** Carries no message, and happens at most once per task. */
  canceled: (task: Task): Fact[] => [[`canceled ${task.id}`, versionAndPhase(task)]],
} as const

function taskOutcome(
  response: CallResult<unknown>,
  read: () => Task | undefined,
  { mark, action }: PlannedCall,
  more: readonly (keyof typeof factsByEffect)[],
): CallOutcome {
  const facts = () => {
    const task = read() ?? fail('a response without a task')
    const message: Fact[] = action === 'cancel' ? [] : [['message', `${task.id} ${versionAndPhase(task)}`]]
    const others = more.flatMap((name) => factsByEffect[name](task, mark))
    return { task, facts: [...keyed(mark, ...message), ...others, ...audited(action, task)] }
  }
  return { response, facts }
}

/** Audit action names of the audited actions. */
const auditNames: Readonly<Partial<Record<ActionName, string>>> = {
  award: 'awarded',
  deliver: 'delivered',
  accept: 'accepted',
  dispute: 'disputed',
  cancel: 'canceled',
}

function audited(action: ActionName, task: Task): Fact[] {
  const name = auditNames[action]
  const { version, phase } = market(task)
  return name === undefined ? [] : [[`audit task.${name} ${task.id} ${version}`, phase]]
}

function versionAndPhase(task: Task): string {
  const { version, phase } = market(task)
  return `${version} ${phase}`
}

function priced(subject: string, task: Task): Fact[] {
  const { terms } = market(task)
  return terms?.price === undefined ? [] : [[`${subject} ${task.id}`, String(terms.price.amount)]]
}
