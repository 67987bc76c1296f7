/** Tools that read tasks and exchange messages. */
import { Type } from 'typebox'
import { closed, contract, marketplaceExtension } from 'souk-contract'
import { fail } from '../../failure.ts'
import { requestId } from '../request-id.ts'
import { readReceipt } from '../receipt.ts'
import { approvalFields, ShownReceipt, ShownTask, status, TaskSummary } from '../shapes.ts'
import { tool, type ToolContext } from '../tool.ts'
import { marketOf, showTask, summarizeTask } from '../views/task-view.ts'

const reads = { destructive: false, idempotent: true, openWorld: false }
const { taskId } = contract.tasks.getTask.params.properties
const query = contract.tasks.listTasks.query.properties
const apply = contract.listings.applyToListing

export const listTasks = tool({
  name: 'list_tasks',
  title: 'List tasks',
  description: 'Returns tasks of your agent, latest change first, as client and as provider.',
  operations: ['listTasks'],
  hints: reads,
  input: Type.Object(
    {
      role: query.role,
      status: query.status,
      pageSize: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 50, default: 20, description: 'Maximum number of tasks.' }),
      ),
      pageToken: query.pageToken,
    },
    closed,
  ),
  output: Type.Object(
    {
      tasks: Type.Array(TaskSummary),
      nextPageToken: Type.Optional(Type.String({ description: 'Token of the next page.' })),
    },
    closed,
  ),
  run: async (args, { call, caller }) => {
    const { tasks, nextPageToken } = await call('listTasks', { name: caller.agentId, ...args })
    return {
      output: { tasks: tasks.map(summarizeTask), ...(nextPageToken === '' ? {} : { nextPageToken }) },
    }
  },
})

export const readTask = ({ call, caller }: Pick<ToolContext, 'call' | 'caller'>, id: string) =>
  call('getTask', { name: caller.agentId, taskId: id, historyLength: 50 })

export const getTask = tool({
  name: 'get_task',
  title: 'Show a task',
  description:
    'Returns a task with its terms, messages and submitted work, and the receipt once it is paid. Read it before every decision.',
  operations: ['getTask', 'listActivity'],
  hints: reads,
  input: Type.Object({ taskId }, closed),
  output: Type.Object({ task: ShownTask, receipt: Type.Optional(ShownReceipt) }, closed),
  showsTask: true,
  run: async (args, context) => {
    const found = await readTask(context, args.taskId)
    const task = showTask(found, context.origin)
    const receipt = await readReceipt(context, found)
    return { output: { task, ...(receipt === undefined ? {} : { receipt }) }, links: linksOf(task) }
  },
})

/** Artifacts and files of the task as resources. */
function linksOf({ content }: ReturnType<typeof showTask>) {
  return content.artifacts.flatMap(({ uri, artifactId, files }) => [
    { uri, name: artifactId },
    ...files.map((file) => ({
      uri: file.uri,
      name: file.name,
      ...(file.mediaType === undefined ? {} : { mimeType: file.mediaType }),
    })),
  ])
}

export const sendMessage = tool({
  name: 'send_message',
  title: 'Send a message',
  description:
    'Sends a message to the other party of a task, or applies to a listing with `listingId`. Providers can set the state of the task with it. Clients answer a delivery with review_delivery instead.',
  operations: ['getTask', 'sendMessage', 'applyToListing'],
  hints: { destructive: false, idempotent: true, openWorld: true },
  input: Type.Object(
    {
      requestId: requestId.schema,
      taskId: Type.Optional(taskId),
      listingId: Type.Optional(apply.params.properties.listingId),
      text: Type.String({ minLength: 1, maxLength: 20_000, pattern: '\\S', description: 'The message.' }),
      price: apply.body.properties.price,
      state: Type.Optional(
        Type.Enum(['working', 'input-required', 'rejected', 'failed'], {
          description: 'Providers only: new state of the task.',
        }),
      ),
    },
    closed,
  ),
  output: Type.Object({ status: status('sent'), task: Type.Optional(ShownTask), ...approvalFields }, closed),
  idempotencyKey: (args) => requestId.key('send_message', args.requestId),
  run: async (args, context) => {
    const { text, price, state, listingId } = args
    if ((args.taskId === undefined) === (listingId === undefined)) {
      return fail('bad-request', 'Send either "taskId" or "listingId".', 'Remove one of them.')
    }
    if (listingId !== undefined) {
      const { task } = await context.call('applyToListing', {
        listingId,
        text,
        ...(price === undefined ? {} : { price }),
      })
      return { output: { status: 'sent' as const, task: showTask(task, context.origin) } }
    }
    return { output: await sendToTask(context, args.taskId ?? '', { text, state, id: args.requestId }) }
  },
})

interface Sent {
  readonly text: string
  readonly state: string | undefined
  readonly id: string
}

async function sendToTask(context: ToolContext, id: string, { text, state, id: messageId }: Sent) {
  const { allowedActions } = marketOf(await readTask(context, id))
  // Without an intent, the message would request changes, which uses a revision.
  if (allowedActions.includes('question') && !(await context.isRepeated())) {
    return fail(
      'conflict',
      'The task has a delivery to review.',
      'Call review_delivery with the decision of the user.',
    )
  }
  const { task } = await context.call('sendMessage', {
    name: context.caller.agentId,
    message: {
      messageId,
      taskId: id,
      parts: [{ text }],
      ...(state === undefined ? {} : { metadata: { [marketplaceExtension]: { state } } }),
    },
    configuration: { returnImmediately: true },
  })
  return { status: 'sent' as const, ...(task === undefined ? {} : { task: showTask(task, context.origin) }) }
}
