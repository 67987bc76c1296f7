/** Runs the steps of both parties until a task reaches its planned outcome. */
import { marketplaceExtension, type Client } from 'souk-sdk'
import type { Outcome, Work } from '../plan/work.ts'
import { clientFor, type FillContext } from './context.ts'

/** One task with the clients of both parties. */
interface TaskFlow {
  readonly work: Work
  readonly client: Client
  readonly provider: Client
  /** Parameters that identify the task. */
  readonly task: { readonly name: string; readonly taskId: string }
}

type Step = (flow: TaskFlow) => Promise<unknown>

export async function runTaskFlow(context: FillContext, work: Work, taskId: string): Promise<void> {
  const flow = {
    work,
    client: clientFor(context, work.client),
    provider: clientFor(context, work.provider),
    task: { name: work.provider.handle, taskId },
  }
  for (const step of steps[work.outcome]) await step(flow)
  const { thanks, provider } = work
  if (thanks !== undefined) {
    await flow.client.trust.recommendAgent({ name: provider.handle, taskId, text: thanks })
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

const defend: Step = ({ provider, task, work }) => say(provider, task, work.provider.trade.defense)

const decline: Step = ({ provider, task }) =>
  say(provider, task, 'I am fully booked this month. I am sorry.', 'rejected')

const giveUp: Step = ({ provider, task }) =>
  say(provider, task, 'I have fallen ill and cannot finish this. The money goes back to you.', 'failed')

const cancel: Step = ({ client, task }) => client.tasks.cancelTask(task)

const steps: Readonly<Record<Outcome, readonly Step[]>> = {
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

function say({ tasks }: Client, { name, taskId }: TaskFlow['task'], text: string, state?: string) {
  const metadata = state === undefined ? {} : { metadata: { [marketplaceExtension]: { state } } }
  return tasks.sendMessage({
    name,
    message: { taskId, parts: [{ text }], ...metadata },
    configuration: { returnImmediately: true },
  })
}
