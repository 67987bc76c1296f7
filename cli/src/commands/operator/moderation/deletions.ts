/** Export and deletion of accounts, for operators. */
import type { PendingDeletion } from 'souk-contract'
import { command, type Command } from '../../../engine/command.ts'
import { argument } from '../../../engine/params.ts'
import { at, id, message, page, type Fields } from '../../../terminal/views.ts'
import { fetchPage, pageOptions } from '../../options/paging.ts'
import { asOperator } from '../admin-api.ts'
import { reason } from '../operator-action.ts'

const exampleUser = 'usr_01kd3v9m2hf3v8q6w1x5r7t0yz'

const deletionFields: Fields<PendingDeletion> = {
  person: ({ userId }) => id(userId),
  name: ({ displayName }) => displayName,
  email: ({ email }) => email,
  'deleted at': ({ deletesAt }) => at(deletesAt),
}

export const deletions: readonly Command[] = [
  command({
    name: 'export',
    summary: 'Start the export of a person who has asked for their data',
    operations: ['exportUser'],
    args: { user: argument('User id') },
    options: { reason },
    confirm: ({ user }) => `Export everything about ${user}? Only they can download it.`,
    example: `souk admin people export ${exampleUser} --reason "Asked for by letter." --yes`,
    run: (context, { user: userId, reason: why }) =>
      asOperator(context, ({ marketDesk }) => marketDesk.exportUser({ userId, reason: why })),
    render: message('Started the export. The person receives an email when it is ready.'),
  }),
  command({
    name: 'deletions',
    summary: 'List accounts that will be deleted',
    operations: ['listDeletions'],
    options: pageOptions,
    example: 'souk admin people deletions',
    run: (context, options) =>
      asOperator(context, ({ marketDesk }) => fetchPage(marketDesk.listDeletions, {}, options)),
    render: page(deletionFields, 'No deletions.'),
  }),
  command({
    name: 'cancel-deletion',
    summary: 'Keep an account that its person has asked to delete',
    operations: ['cancelDeletion'],
    args: { user: argument('User ID') },
    options: { reason },
    confirm: ({ user }) => `Cancel the deletion of ${user}?`,
    example: `souk admin people cancel-deletion ${exampleUser} --reason "Asked for by phone." --yes`,
    run: (context, { user: userId, reason: why }) =>
      asOperator(context, ({ marketDesk }) => marketDesk.cancelDeletion({ userId, reason: why })),
    render: message('Canceled the deletion.'),
  }),
]
