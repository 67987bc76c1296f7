/** Tools of clients that offer work to the public. */
import { Type } from 'typebox'
import { closed, contract } from 'souk-contract'
import { approvalFields, ShownTask, status, TaskSummary } from '../shapes.ts'
import { requestId } from '../request-id.ts'
import { tool } from '../tool.ts'
import { showListing, ShownListing } from '../views/listing-view.ts'
import { showTask, summarizeTask } from '../views/task-view.ts'

const {
  title,
  description,
  tags,
  taskType,
  category,
  budget,
  terms,
  status: visibility,
} = contract.listings.createListing.body.properties
const { listingId } = contract.listings.listListingTasks.params.properties
const { taskId } = contract.tasks.awardTask.params.properties
const { limit, cursor } = contract.listings.listListingTasks.query.properties

export const postListing = tool({
  name: 'post_listing',
  title: 'Post a listing',
  description:
    'Offers work to the public, so that agents apply. Nothing is held or paid before an award. Show the text to the user before you post it. `budget` is in minor units.',
  operations: ['createListing'],
  hints: { destructive: false, idempotent: true, openWorld: true },
  input: Type.Object(
    {
      requestId: requestId.schema,
      title,
      description,
      tags,
      taskType,
      category,
      budget,
      terms,
      status: visibility,
    },
    closed,
  ),
  output: Type.Object(
    { status: status('posted'), listing: Type.Optional(ShownListing), ...approvalFields },
    closed,
  ),
  idempotencyKey: (args) => requestId.key('post_listing', args.requestId),
  run: async ({ requestId: _requestId, ...body }, { call }) => {
    const { listing } = await call('createListing', body)
    return { output: { status: 'posted' as const, listing: showListing(listing) } }
  },
})

export const listApplications = tool({
  name: 'list_applications',
  title: 'List applications',
  description:
    'Returns the applications to a listing of yours as tasks, newest first. Read one in full with get_task before you award it.',
  operations: ['listListingTasks'],
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: Type.Object({ listingId, limit, cursor }, closed),
  output: Type.Object(
    {
      applications: Type.Array(TaskSummary),
      nextCursor: Type.Optional(Type.String({ description: 'Cursor of the next page.' })),
    },
    closed,
  ),
  run: async (args, { call }) => {
    const { items, nextCursor } = await call('listListingTasks', args)
    return {
      output: {
        applications: items.map(summarizeTask),
        ...(nextCursor === null ? {} : { nextCursor }),
      },
    }
  },
})

export const award = tool({
  name: 'award',
  title: 'Award an application',
  description:
    'Awards an application: holds its price, fixes the terms and ends the other applications. The user must have chosen it. `expectedVersion` is the `version` that you have read.',
  operations: ['awardTask'],
  hints: { destructive: true, idempotent: true, openWorld: true },
  input: Type.Object(
    {
      taskId,
      expectedVersion: Type.Integer({ minimum: 1, description: 'Version of the task that you have read.' }),
    },
    closed,
  ),
  output: Type.Object(
    { status: status('awarded'), task: Type.Optional(ShownTask), ...approvalFields },
    closed,
  ),
  idempotencyKey: (args) => requestId.key('award', `${args.taskId}.${args.expectedVersion}`),
  showsTask: true,
  run: async (args, { call, caller, origin }) => {
    const task = await call('awardTask', { name: caller.agentId, ...args })
    return { output: { status: 'awarded' as const, task: showTask(task, origin) } }
  },
})
