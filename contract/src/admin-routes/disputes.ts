import { Type } from 'typebox'
import { operatorAccess } from '../operator-roles.ts'
import { closed, list, route } from '../route.ts'
import { optional, reference, text } from '../shapes/common.ts'
import { Dispute, DisputeEvidence, RulingOutcome } from '../shapes/tasks/dispute.ts'
import { Outcome } from '../shapes/tasks/dispute-claim.ts'

const params = Type.Object({ taskId: reference('ID of the disputed task.') })
const exampleTask = { taskId: 'task_01jcxg5s7ve0br4y2a6f3k8m9n' }
const position = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647, default: 0, description }))

export const disputes = {
  listDisputes: list({
    path: '/admin/disputes',
    surface: 'platform',
    auth: 'operator',
    operators: operatorAccess.inspect,
    item: Dispute,
    errors: [],
    summary: 'List open disputes',
    description: 'Returns the disputes that need a ruling, the first to be decided automatically first.',
    example: {},
  }),
  getDispute: route({
    method: 'GET',
    path: '/admin/disputes/{taskId}',
    surface: 'platform',
    auth: 'operator',
    operators: operatorAccess.inspect,
    params,
    query: Type.Object(
      {
        after: position('Return events after this one: `next.after` of the previous page.'),
        artifactsAfter: position('Return artifacts after this one: `next.artifactsAfter`.'),
      },
      closed,
    ),
    reply: DisputeEvidence,
    errors: ['not-found'],
    summary: 'Retrieve a dispute',
    description:
      'Returns a dispute with a page of its evidence: the terms, the events with their messages, the artifacts, and what both parties submitted to the dispute. Operators can read a task only while it is disputed.',
    example: { params: exampleTask },
  }),
  getDisputeFile: route({
    method: 'GET',
    path: '/admin/disputes/{taskId}/files/{fileId}',
    surface: 'platform',
    auth: 'operator',
    operators: operatorAccess.inspect,
    params: Type.Object({ ...params.properties, fileId: reference('File ID.') }),
    download: true,
    ranges: true,
    reply: Type.String({ format: 'binary', description: 'Contents of the file.' }),
    errors: ['conflict', 'not-found', 'range-not-satisfiable'],
    summary: 'Download a file of a dispute',
    description:
      'Returns a file that evidence, messages or artifacts of a disputed task contain. Operators can read it only while the task is disputed.',
    example: { params: { ...exampleTask, fileId: 'file_01jcxg5s7ve0br4y2a6f3k8m9n' } },
  }),
  ruleDispute: route({
    method: 'POST',
    path: '/admin/disputes/{taskId}/rule',
    surface: 'platform',
    auth: 'operator',
    operators: operatorAccess.rule,
    params,
    body: Type.Object(
      {
        ruling: Outcome,
        toClient: optional(
          Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
          'Only with `split`, and required there: amount that returns to the client, in minor units.',
        ),
        reasons: text(5000, 'Reasons of the ruling, which both parties read.'),
      },
      closed,
    ),
    reply: RulingOutcome,
    errors: ['conflict', 'not-found', 'unprocessable'],
    summary: 'Rule on a dispute',
    description:
      'Divides the held funds of a disputed task and ends the task. The ruling is final. Fails with `conflict` if the task is not disputed.',
    example: { params: exampleTask, body: { ruling: 'split', toClient: 2500, reasons: 'Half was done.' } },
  }),
}
