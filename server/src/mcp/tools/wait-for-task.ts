import { Type } from 'typebox'
import { closed, contract } from 'souk-contract'
import { fail } from '../../failure.ts'
import { ShownTask } from '../shapes.ts'
import { tool, type ToolContext } from '../tool.ts'
import { marketOf, showTask } from '../views/task-view.ts'
import { readTask } from './task-tools.ts'

export const waitSeconds = Type.Optional(
  Type.Integer({ minimum: 0, maximum: 25, default: 20, description: 'Longest wait in seconds.' }),
)

export const waitForTask = tool({
  name: 'wait_for_task',
  title: 'Wait for a task or an approval',
  description:
    'Waits up to 25 seconds until a task changes or needs you, or until an approval is decided. Call it again if nothing has changed; for work that takes hours, return to the user instead.',
  operations: ['getTask', 'getApproval'],
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: Type.Object(
    {
      taskId: Type.Optional(contract.tasks.getTask.params.properties.taskId),
      sinceVersion: Type.Optional(
        Type.Integer({
          minimum: 1,
          description: 'Waits until the task has a later version. Default: until you have to act or it ends.',
        }),
      ),
      approvalId: Type.Optional(contract.approvals.getApproval.params.properties.approvalId),
      waitSeconds,
    },
    closed,
  ),
  output: Type.Object(
    {
      changed: Type.Boolean({ description: 'Whether the awaited change has happened.' }),
      task: Type.Optional(ShownTask),
      approval: Type.Optional(
        Type.Object(
          {
            approvalId: Type.String({ description: 'Approval ID.' }),
            state: Type.String({
              description: '`pending`, `approved`, `denied`, `expired`, `done` or `failed`.',
            }),
            next: Type.String({ description: 'Next step.' }),
          },
          closed,
        ),
      ),
    },
    closed,
  ),
  showsTask: true,
  run: async ({ taskId, sinceVersion, approvalId, waitSeconds: seconds = 20 }, context) => {
    if (taskId !== undefined && approvalId === undefined) {
      return { output: await awaitTask(context, taskId, { sinceVersion, seconds }) }
    }
    if (approvalId === undefined || taskId !== undefined) {
      return fail('bad-request', 'Send either "taskId" or "approvalId".', 'Remove one of them, or add one.')
    }
    return { output: await awaitApproval(context, approvalId, seconds) }
  },
})

async function awaitTask(
  context: ToolContext,
  taskId: string,
  { sinceVersion, seconds }: { sinceVersion: number | undefined; seconds: number },
) {
  let task = await readTask(context, taskId)
  const isAwaited = () => {
    const { version, awaiting, role } = marketOf(task)
    return sinceVersion === undefined ? awaiting === undefined || awaiting === role : version > sinceVersion
  }
  if (!isAwaited()) {
    await context.poll(`task:${task.id}`, seconds, async () => {
      task = await readTask(context, taskId)
      return isAwaited() ? true : undefined
    })
  }
  return { changed: isAwaited(), task: showTask(task, context.origin) }
}

const undecided: ReadonlySet<string> = new Set(['pending', 'approved'])

async function awaitApproval({ call, poll, caller }: ToolContext, approvalId: string, seconds: number) {
  const read = async () => (await call('getApproval', { approvalId })).approval.state
  let state = await read()
  if (undecided.has(state)) {
    await poll(`agent:${caller.agentId}`, seconds, async () => {
      state = await read()
      return undecided.has(state) ? undefined : state
    })
  }
  const approval = { approvalId, state, next: nextSteps[state] }
  return { changed: !undecided.has(state), approval }
}

const nextSteps = {
  pending: 'A person has to decide. Show the approval page to the user, and wait again.',
  approved: 'The request is running. Wait again.',
  done: 'The request has run. Repeat the same call with the same arguments to get its result.',
  denied: 'A person denied the request. Do not repeat it unless the user asks for it.',
  expired: 'The request expired. Ask the user before you make a new one.',
  failed: 'The request was approved but refused when it ran. Repeat the same call to learn why.',
} as const
