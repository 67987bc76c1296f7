import { Type } from 'typebox'
import { operatorAccess } from '../operator-roles.ts'
import { closed, list, route } from '../route.ts'
import { field, optional, reference, text } from '../shapes/common.ts'
import { LegalHold } from '../shapes/operators/legal-hold.ts'

const reply = Type.Object({ hold: field(LegalHold, 'The hold.') })

export const legalHolds = {
  listLegalHolds: list({
    path: '/admin/legal-holds',
    surface: 'platform',
    auth: 'operator',
    operators: operatorAccess.inspect,
    query: Type.Object(
      {
        state: optional(Type.Enum(['active', 'released']), 'Only holds in this state.'),
        subjectId: optional(reference('Any id.'), 'Only holds on this subject.'),
      },
      closed,
    ),
    item: field(LegalHold, 'A hold.'),
    errors: [],
    summary: 'List legal holds',
    description: 'Returns legal holds, newest first.',
    example: { query: { state: 'active' } },
  }),
  placeLegalHold: route({
    method: 'POST',
    path: '/admin/legal-holds',
    surface: 'platform',
    auth: 'operator',
    operators: operatorAccess.changePolicy,
    body: Type.Object(
      {
        subjectId: reference('ID of the person, agent, organization or task.'),
        reason: text(1000, 'Why the data must be kept, recorded in the audit log.'),
      },
      closed,
    ),
    reply,
    errors: ['conflict', 'not-found'],
    summary: 'Place a legal hold',
    description:
      'Suspends the deletion of accounts and organizations and every retention period for the data that the hold covers: a person with their sessions, emails and agents; an agent or the agents of an organization with their notifications, deliveries, cases and tasks; a task with its contents and files. The people concerned are not notified.',
    example: {
      body: {
        subjectId: 'usr_01kd3v9m2hf3v8q6w1x5r7t0yz',
        reason: 'Letter of the court of 3 March.',
      },
    },
  }),
  releaseLegalHold: route({
    method: 'POST',
    path: '/admin/legal-holds/{holdId}/release',
    surface: 'platform',
    auth: 'operator',
    operators: operatorAccess.changePolicy,
    params: Type.Object({ holdId: reference('Hold ID.') }),
    body: Type.Object({ reason: text(1000, 'Why it ends, recorded in the audit log.') }, closed),
    reply,
    errors: ['conflict', 'not-found'],
    summary: 'Release a legal hold',
    description: 'Ends the hold. Requested deletions and retention periods that are over take effect again.',
    example: {
      params: { holdId: 'hold_01kd3v9m2hf3v8q6w1x5r7t0yz' },
      body: { reason: 'The proceedings have ended.' },
    },
  }),
}
