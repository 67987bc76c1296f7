/** Handle of a task, for the client that pays. It keeps no state: the id alone resumes it in another process. */
import { marketplaceExtension, type MessageDirectives } from 'souk-contract'
import { marketOf } from '../market.ts'
import { partsOf, type Content } from './content.ts'
import type { HireCalls, TaskAddress } from './hire-calls.ts'
import type { ActionOptions, HiredTask } from './hired-task.ts'
import { taskEvents } from './task-events.ts'
import { taskResult } from './task-result.ts'

export function createHiredTask(calls: HireCalls, taskId: string, agent?: string): HiredTask {
  let found: Promise<TaskAddress> | undefined
  // The address of a task can name either party. If the provider is not given, use the agent of the token.
  const address = () => (found ??= addressOf(calls, taskId, agent))
  const { tasks } = calls
  const say = async (content: Content, directives: MessageDirectives | undefined, options: ActionOptions) => {
    const { name } = await address()
    const metadata = directives === undefined ? {} : { metadata: { [marketplaceExtension]: directives } }
    const message = { taskId, role: 'user', parts: partsOf(content), ...metadata }
    const input = { name, message, configuration: { returnImmediately: true } }
    return (await tasks.sendMessage(input, options)).task ?? tasks.getTask(await address())
  }
  const handle: HiredTask = {
    id: taskId,
    read: async () => tasks.getTask(await address()),
    market: async () => marketOf(await tasks.getTask({ ...(await address()), historyLength: 0 })),
    events: (options = {}) => taskEvents(calls, address, options),
    answer: (content, options = {}) => say(content, undefined, options),
    ask: (question, options = {}) => say(question, { intent: 'question' }, options),
    requestChanges: (content, options = {}) => say(content, { intent: 'changes' }, options),
    accept: async ({ expectedVersion, message, ...options } = {}) =>
      tasks.acceptTask(
        {
          ...(await address()),
          ...(expectedVersion === undefined ? {} : { expectedVersion }),
          ...(message === undefined ? {} : { message: { parts: partsOf(message) } }),
        },
        options,
      ),
    dispute: async ({ reason = 'other', outcome = 'refund', ...claim }, options) =>
      tasks.disputeTask({ ...(await address()), claim: { reason, outcome, ...claim } }, options),
    cancel: async (options) => tasks.cancelTask(await address(), options),
    result: (options = {}) =>
      taskResult(calls, address, {
        ...options,
        // The idempotency key contains the version that has the question, so that a second process does not answer it again.
        answer: (version, content) =>
          handle.answer(content, { idempotencyKey: `${taskId}:answer:${version}` }),
      }),
  }
  return handle
}

async function addressOf(
  { agents }: HireCalls,
  taskId: string,
  agent: string | undefined,
): Promise<TaskAddress> {
  return { name: agent ?? (await agents.getMyAgent()).agent.name, taskId }
}
