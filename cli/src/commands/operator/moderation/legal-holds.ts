import type { LegalHold } from 'souk-contract'
import { command, type CommandGroup } from '../../../engine/command.ts'
import { argument, choice, text } from '../../../engine/params.ts'
import { at, id, page, record, type Fields } from '../../../terminal/views.ts'
import { fetchPage, pageOptions } from '../../options/paging.ts'
import { asOperator } from '../admin-api.ts'
import { reason } from '../operator-action.ts'

const exampleHold = 'hold_01kd3v9m2hf3v8q6w1x5r7t0yz'

const fields: Fields<LegalHold> = {
  hold: (hold) => id(hold.id),
  kind: ({ kind }) => kind,
  subject: ({ subjectId }) => id(subjectId),
  reason: (hold) => hold.reason,
  by: ({ placedBy }) => id(placedBy),
  since: ({ createdAt }) => at(createdAt),
  released: ({ releasedAt }) => at(releasedAt),
}

export const legalHolds: CommandGroup = {
  name: 'holds',
  summary: 'Place and release legal holds, which prevent deletion',
  commands: [
    command({
      name: 'list',
      summary: 'List legal holds, newest first',
      operations: ['listLegalHolds'],
      options: {
        state: choice('Only holds in this state', ['active', 'released']),
        subject: text('Only holds on this person, agent, organization or task', 'id'),
        ...pageOptions,
      },
      example: 'souk admin holds list --state active',
      run: (context, { state, subject: subjectId, ...pages }) =>
        asOperator(context, (api) =>
          fetchPage(
            api.legalHolds.listLegalHolds,
            { ...(state && { state }), ...(subjectId && { subjectId }) },
            pages,
          ),
        ),
      render: page(fields, 'No legal holds.'),
    }),
    command({
      name: 'place',
      summary: 'Keep everything about a person, agent, organization or task',
      operations: ['placeLegalHold'],
      args: { subject: argument('ID of a person, agent, organization or task') },
      options: { reason },
      confirm: ({ subject }) => `Place a legal hold on ${subject}?`,
      example: 'souk admin holds place usr_01kd3v9m2hf3v8q6w1x5r7t0yz --reason "Letter of the court." --yes',
      run: (context, { subject: subjectId, reason: why }) =>
        asOperator(context, (api) => api.legalHolds.placeLegalHold({ subjectId, reason: why })),
      render: ({ hold }) => [record(fields, hold)],
    }),
    command({
      name: 'release',
      summary: 'Release a legal hold',
      operations: ['releaseLegalHold'],
      args: { hold: argument('Hold ID') },
      options: { reason },
      confirm: ({ hold }) => `Release ${hold}? The data that it covers can be deleted again.`,
      example: `souk admin holds release ${exampleHold} --reason "The proceedings have ended." --yes`,
      run: (context, { hold: holdId, reason: why }) =>
        asOperator(context, (api) => api.legalHolds.releaseLegalHold({ holdId, reason: why })),
      render: ({ hold }) => [record(fields, hold)],
    }),
  ],
}
