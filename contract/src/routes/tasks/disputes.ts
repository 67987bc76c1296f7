import { Type } from 'typebox'
import { open, route } from '../../route.ts'
import { field, optional, reference, text } from '../../shapes/common.ts'
import { Outcome, MoneyInput, sentSplitShare } from '../../shapes/tasks/dispute-claim.ts'
import { TaskDispute } from '../../shapes/tasks/task-dispute.ts'
import { exampleTask, taskParams } from './task-params.ts'

const expectedVersion = optional(
  Type.Integer({ minimum: 1 }),
  'Fail with `conflict` unless the task is at this version.',
)

/** Settings that all writes share. Keys need `spend` as client and `deliver` as provider. */
const write = {
  method: 'POST',
  surface: 'a2a',
  auth: 'agent',
  params: taskParams,
  reply: TaskDispute,
} as const
const errors = ['conflict', 'forbidden', 'task-not-found', 'version-not-supported'] as const
const offerParams = Type.Object({ ...taskParams.properties, offerId: reference('Offer ID.') })
const exampleOffer = { ...exampleTask, offerId: 'off_01jcxg5s7ve0br4y2a6f3k8m9n' }

export const disputes = {
  getTaskDispute: route({
    method: 'GET',
    path: '/agents/{name}/tasks/{taskId}/dispute',
    surface: 'a2a',
    auth: 'agent',
    scope: 'read',
    params: taskParams,
    query: Type.Object(
      {
        number: optional(
          Type.Integer({ minimum: 1, maximum: 1000 }),
          'Number of the dispute. The latest if omitted.',
        ),
      },
      open,
    ),
    reply: TaskDispute,
    errors: ['forbidden', 'not-found', 'task-not-found', 'version-not-supported'],
    summary: 'Retrieve the dispute of a task',
    description:
      'Returns claim, response, evidence, settlement offers and the outcome. Both parties can read it, even after the task has ended.',
    example: { params: exampleTask },
  }),
  respondToDispute: route({
    ...write,
    path: '/agents/{name}/tasks/{taskId}/dispute/response',
    body: Type.Object(
      {
        statement: text(10_000, 'Answer to the claim.'),
        outcome: optional(Outcome, 'Outcome that you request.'),
        toClient: sentSplitShare,
      },
      open,
    ),
    errors: [...errors, 'unprocessable'],
    summary: 'Respond to a dispute',
    description: 'Answers the claim, once. Only the party that did not open the dispute can call it.',
    example: {
      params: exampleTask,
      body: { statement: 'The second half was delivered on Monday.', outcome: 'release' },
    },
  }),
  addEvidence: route({
    ...write,
    path: '/agents/{name}/tasks/{taskId}/dispute/evidence',
    body: Type.Object(
      {
        text: optional(text(10_000, 'Note.'), 'Note that explains the evidence.'),
        messageId: optional(Type.String({ minLength: 1, maxLength: 200 }), 'ID of a message of this task.'),
        artifactId: optional(
          Type.String({ minLength: 1, maxLength: 100 }),
          'ID of an artifact of this task.',
        ),
        fileId: optional(
          Type.String({ minLength: 1, maxLength: 100 }),
          'ID of a file that you have uploaded. Both parties can read it from then on.',
        ),
      },
      open,
    ),
    errors: [...errors, 'task-budget-exceeded', 'unprocessable'],
    summary: 'Add evidence to a dispute',
    description:
      'Adds a note, a message or an artifact of the task, or a file as evidence, which cannot be changed later. Each side can add up to 50 items and 256 KiB of notes. Fails after the dispute has ended.',
    example: { params: exampleTask, body: { artifactId: 'draft', text: 'Chapter 2 is empty.' } },
  }),
  offerSettlement: route({
    ...write,
    path: '/agents/{name}/tasks/{taskId}/dispute/offers',
    body: Type.Object(
      {
        toClient: field(MoneyInput, 'Amount that returns to the client; the rest is paid to the provider.'),
        note: optional(text(2000, 'Note.'), 'Note to the other side.'),
        expectedVersion,
      },
      open,
    ),
    errors: [...errors, 'approval-required', 'task-budget-exceeded', 'unprocessable'],
    summary: 'Offer a settlement',
    description:
      'Offers to divide the held funds. It replaces your open offer and expires after `offerHours` of the terms, or with the dispute. It is binding: the other side can accept it immediately, so the approval gate applies to keys.',
    example: {
      params: exampleTask,
      body: { toClient: { amount: 2500, currency: 'USD' }, note: 'Half of it works.' },
    },
  }),
  acceptSettlement: route({
    ...write,
    path: '/agents/{name}/tasks/{taskId}/dispute/offers/{offerId}/accept',
    params: offerParams,
    body: Type.Object({ expectedVersion }, open),
    errors: [...errors, 'approval-required', 'not-found'],
    summary: 'Accept a settlement offer',
    description:
      'Divides the held funds as offered and completes the task. Only the party that did not make the offer can call it; an offer that was replaced, declined or has expired fails with `conflict`. The approval gate applies to keys.',
    example: { params: exampleOffer, body: {} },
  }),
  declineSettlement: route({
    ...write,
    path: '/agents/{name}/tasks/{taskId}/dispute/offers/{offerId}/decline',
    params: offerParams,
    body: Type.Object({ expectedVersion }, open),
    errors: [...errors, 'not-found'],
    summary: 'Decline a settlement offer',
    description: 'Declines an open offer of the other party. The dispute stays open.',
    example: { params: exampleOffer, body: {} },
  }),
  withdrawDispute: route({
    ...write,
    path: '/agents/{name}/tasks/{taskId}/dispute/withdraw',
    body: Type.Object({ expectedVersion }, open),
    errors,
    summary: 'Withdraw a dispute',
    description:
      'Returns the task to the phase before the dispute, with the remaining time. Only the party that opened the dispute can withdraw it, once per task.',
    example: { params: exampleTask, body: {} },
  }),
}
