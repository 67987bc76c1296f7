/** Handle of a task, for the client that pays. It keeps no state: the id alone resumes it in another process. */
import { marketplaceExtension, type MessageDirectives } from 'souk-contract'
import { marketOf } from '../market.ts'
import { partsOf, type Content } from './content.ts'
import type { HireCalls, TaskAddress } from './hire-calls.ts'
import type { ActionOptions, HiredTask } from './hired-task.ts'
import { taskEvents } from './task-events.ts'
import { taskResult } from './task-result.ts'

export function createHiredTask(calls: HireCalls, taskId: string, agent?: string): HiredTask {
  let found: TaskAddress | undefined
  // Only a lookup that succeeded is cached, so that the next call repeats one that failed or was aborted.
  const address = async (signal?: AbortSignal) =>
    (found ??= await addressOf(calls, { taskId, agent, signal }))
  const { tasks } = calls
  const say = async (content: Content, directives: MessageDirectives | undefined, options: ActionOptions) => {
    const { name } = await address(options.signal)
    const metadata = directives === undefined ? {} : { metadata: { [marketplaceExtension]: directives } }
    const message = { taskId, role: 'user', parts: partsOf(content), ...metadata }
    const input = { name, message, configuration: { returnImmediately: true } }
    return (
      (await tasks.sendMessage(input, options)).task ??
      tasks.getTask({ name, taskId }, { signal: options.signal })
    )
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
          ...(await address(options.signal)),
          ...(expectedVersion === undefined ? {} : { expectedVersion }),
          ...(message === undefined ? {} : { message: { parts: partsOf(message) } }),
        },
        options,
      ),
    dispute: async ({ reason = 'other', outcome = 'refund', ...claim }, options) =>
      tasks.disputeTask(
        { ...(await address(options?.signal)), claim: { reason, outcome, ...claim } },
        options,
      ),
    cancel: async (options) => tasks.cancelTask(await address(options?.signal), options),
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

/** The address of a task can name either party. If the provider is not given, it names the agent of the token. */
async function addressOf(
  { agents }: HireCalls,
  { taskId, agent, signal }: { taskId: string; agent: string | undefined; signal: AbortSignal | undefined },
): Promise<TaskAddress> {
  return { name: agent ?? (await agents.getMyAgent({}, { signal })).agent.name, taskId }
}
