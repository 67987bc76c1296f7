/** Account deletion. */
import type { Contract, Reply } from 'souk-contract'
import { command, type Command } from '../../engine/command.ts'
import { line, table, type Block } from '../../terminal/views.ts'
import { withPassword } from './with-password.ts'

type Deletion = Reply<Contract['users']['checkDeletion']>

function showDeletion({ deletesAt, blockers }: Deletion): Block[] {
  return [
    line(
      deletesAt === null
        ? 'No deletion is scheduled for this account.'
        : `The account will be deleted at ${deletesAt}.`,
    ),
    ...(blockers.length === 0
      ? []
      : [table({ blocker: ({ text }) => text, 'next step': ({ hint }) => hint }, blockers, '')]),
  ]
}

const remove = command({
  name: 'delete',
  summary: 'Schedule the deletion of your account in 14 days',
  operations: ['deleteMe'],
  confirm: () => 'Delete your account in 14 days? You can restore it until then.',
  example: 'souk users delete --yes',
  run: async (context) => {
    const { users } = context.client
    return withPassword(context, () => users.deleteMe())
  },
  render: showDeletion,
})

const check = command({
  name: 'check-deletion',
  summary: 'Show what prevents the deletion of your account',
  operations: ['checkDeletion'],
  example: 'souk users check-deletion',
  run: ({ client }) => client.users.checkDeletion(),
  render: showDeletion,
})

const restore = command({
  name: 'restore',
  summary: 'Cancel the deletion of your account',
  operations: ['restoreMe'],
  example: 'souk users restore',
  run: ({ client }) => client.users.restoreMe(),
  render: showDeletion,
})

export const deletion: readonly Command[] = [remove, check, restore]
