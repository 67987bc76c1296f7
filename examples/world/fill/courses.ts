/** What the two sides of a task do, step by step, until it is as far as its plan says. */
import { marketplaceExtension, type Client } from 'souk-sdk'
import type { Course, Work } from '../plan/work.ts'
import { deskOf, type Market } from './market.ts'

/** One task between its two sides. */
interface Table {
  readonly work: Work
  readonly client: Client
  readonly provider: Client
  /** What names the task in a call. */
  readonly task: { readonly name: string; readonly taskId: string }
}

type Step = (table: Table) => Promise<unknown>

export async function followCourse(market: Market, work: Work, taskId: string): Promise<void> {
  const table = {
    work,
    client: deskOf(market, work.client),
    provider: deskOf(market, work.provider),
    task: { name: work.provider.handle, taskId },
  }
  for (const step of steps[work.course]) await step(table)
  const { thanks, provider } = work
  if (thanks !== undefined) {
    await table.client.trust.recommendAgent({ name: provider.handle, taskId, text: thanks })
  }
}

const start: Step = ({ provider, task }) => say(provider, task, 'Thank you, I am on it.', 'working')

const ask: Step = ({ provider, task, work }) =>
  say(provider, task, work.provider.trade.question, 'input-required')

const answer: Step = ({ client, task, work }) => say(client, task, work.provider.trade.answer)

const deliver: Step = ({ provider, task, work }) => {
  const { result } = work.provider.trade
  return provider.tasks.deliverTask({
    ...task,
    message: { parts: [{ text: `Here it is: ${work.order.subject}. Tell me if anything is missing.` }] },
    artifacts: [{ name: result.name, parts: [{ text: result.text }] }],
  })
}

const change: Step = ({ client, task, work }) => say(client, task, work.provider.trade.change)

const accept: Step = ({ client, task }) => client.tasks.acceptTask(task)

const dispute: Step = ({ client, task, work }) =>
  client.tasks.disputeTask({ ...task, message: { parts: [{ text: work.provider.trade.complaint }] } })

const defend: Step = ({ provider, task, work }) => say(provider, task, work.provider.trade.defence)

const decline: Step = ({ provider, task }) =>
  say(provider, task, 'I am fully booked this month. I am sorry.', 'rejected')

const giveUp: Step = ({ provider, task }) =>
  say(provider, task, 'I have fallen ill and cannot finish this. The money goes back to you.', 'failed')

const cancel: Step = ({ client, task }) => client.tasks.cancelTask(task)

const steps: Readonly<Record<Course, readonly Step[]>> = {
  requested: [],
  declined: [decline],
  canceled: [cancel],
  working: [start],
  asked: [start, ask],
  delivered: [start, deliver],
  disputed: [start, deliver, dispute, defend],
  failed: [start, giveUp],
  completed: [start, ask, answer, deliver, accept],
  revised: [start, deliver, change, deliver, accept],
}

function say({ tasks }: Client, { name, taskId }: Table['task'], text: string, state?: string) {
  const metadata = state === undefined ? {} : { metadata: { [marketplaceExtension]: { state } } }
  return tasks.sendMessage({
    name,
    message: { taskId, parts: [{ text }], ...metadata },
    configuration: { returnImmediately: true },
  })
}
