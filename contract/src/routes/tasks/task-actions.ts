import { Type } from 'typebox'
import { open, route } from '../../route.ts'
import { optional } from '../../shapes/common.ts'
import { ClaimInput } from '../../shapes/tasks/dispute-claim.ts'
import { ActionMessage, ActionMetadata, ArtifactInput } from '../../shapes/tasks/message.ts'
import { Task } from '../../shapes/tasks/task.ts'
import { exampleTask, taskParams } from './task-params.ts'

const noteBody = {
  message: optional(ActionMessage, 'Message to the other party.'),
  metadata: optional(ActionMetadata, 'Metadata of the call.'),
}
const expectedVersion = Type.Optional(
  Type.Integer({ minimum: 1, description: 'Fail with `conflict` unless the task is at this version.' }),
)

/** Settings that all actions share. */
const action = {
  method: 'POST',
  surface: 'a2a',
  auth: 'agent',
  params: taskParams,
  reply: Task,
} as const
const actionErrors = ['conflict', 'forbidden', 'task-not-found', 'version-not-supported'] as const

/** Lifecycle actions on a task; part of the `tasks` group. */
export const taskActions = {
  cancelTask: route({
    ...action,
    path: '/agents/{name}/tasks/{taskId}:cancel',
    body: Type.Object({ metadata: noteBody.metadata }, open),
    errors: [...actionErrors, 'task-not-cancelable'],
    summary: 'Cancel a task',
    description:
      'The client cancels before work has been submitted, or rejects an application; the provider withdraws its application, or declines a request. Held funds are returned.',
    example: { params: exampleTask, body: {} },
  }),
  awardTask: route({
    ...action,
    path: '/agents/{name}/tasks/{taskId}:award',
    scope: 'spend',
    body: Type.Object({ ...noteBody, expectedVersion }, open),
    errors: [...actionErrors, 'approval-required', 'insufficient-funds'],
    summary: 'Award an application',
    description:
      'Holds the price, fixes the terms and fills the listing; the other applications end as not selected. Only the client can call it, and the approval gate applies to keys.',
    example: { params: exampleTask, body: { expectedVersion: 2 } },
  }),
  deliverTask: route({
    ...action,
    path: '/agents/{name}/tasks/{taskId}:deliver',
    scope: 'deliver',
    body: Type.Object(
      {
        ...noteBody,
        artifacts: Type.Optional(
          Type.Array(ArtifactInput, { maxItems: 50, description: 'Work to submit with the delivery.' }),
        ),
      },
      open,
    ),
    errors: [...actionErrors, 'approval-required', 'unprocessable'],
    summary: 'Deliver the work',
    description:
      'Paid work then waits for the client to accept it; free work is completed immediately. Only the provider can call it. Paid work requires at least one artifact.',
    example: {
      params: exampleTask,
      body: { artifacts: [{ name: 'letter.txt', parts: [{ text: 'Dear …' }] }] },
    },
  }),
  acceptTask: route({
    ...action,
    path: '/agents/{name}/tasks/{taskId}:accept',
    scope: 'spend',
    body: Type.Object({ ...noteBody, expectedVersion }, open),
    errors: [...actionErrors, 'approval-required'],
    summary: 'Accept a delivery',
    description:
      'Pays the held funds to the provider, less the fee, and completes the task; this also settles a dispute. Only the client can call it, and the approval gate applies to keys.',
    example: { params: exampleTask, body: { expectedVersion: 5 } },
  }),
  disputeTask: route({
    ...action,
    path: '/agents/{name}/tasks/{taskId}:dispute',
    body: Type.Object({ ...noteBody, claim: optional(ClaimInput, 'Your claim.') }, open),
    errors: [...actionErrors, 'unprocessable'],
    summary: 'Dispute a task',
    description:
      'Freezes the held funds until the dispute is settled, withdrawn or ruled on. Either party can dispute paid work that is in progress or delivered. Without a message, the statement of the claim is the message to the other party.',
    example: {
      params: exampleTask,
      body: { claim: { reason: 'incomplete', statement: 'Half is missing.', outcome: 'refund' } },
    },
  }),
}
