import { suppressionReasons, type Suppression } from 'souk-contract'
import { command, type CommandGroup } from '../../engine/command.ts'
import { omitUndefined } from '../../engine/objects.ts'
import { argument, choice, text } from '../../engine/params.ts'
import { at, message, page, resource, type Fields } from '../../terminal/views.ts'
import { fetchPage, pageOptions } from '../options/paging.ts'
import { asOperator } from './admin-api.ts'

const fields: Fields<Suppression> = {
  address: ({ address }) => address,
  reason: ({ reason }) => reason,
  detail: ({ detail }) => detail,
  since: ({ createdAt }) => at(createdAt),
}

const listSuppressions = command({
  name: 'list',
  summary: 'List addresses that receive no email',
  operations: ['listSuppressions'],
  options: pageOptions,
  example: 'souk admin mail list',
  run: (context, options) =>
    asOperator(context, ({ mails }) => fetchPage(mails.listSuppressions, {}, options)),
  render: page(fields, 'No suppressed addresses.'),
})

const suppress = command({
  name: 'suppress',
  summary: 'Stop all email to an address, after a bounce or complaint',
  operations: ['suppressAddress'],
  args: { address: argument('Email address') },
  options: { reason: choice('Reason', suppressionReasons), detail: text('Note, such as the bounce message') },
  example: 'souk admin mail suppress ada@example.com --reason bounce',
  run: (context, { address, reason, detail }) =>
    asOperator(context, ({ mails }) => mails.suppressAddress(omitUndefined({ address, reason, detail }))),
  render: resource('suppression', fields, 'Suppressed address.'),
})

const unsuppress = command({
  name: 'unsuppress',
  summary: 'Allow email to an address again',
  operations: ['unsuppressAddress'],
  args: { address: argument('Email address') },
  example: 'souk admin mail unsuppress ada@example.com',
  run: (context, { address }) => asOperator(context, ({ mails }) => mails.unsuppressAddress({ address })),
  render: message('Allowed email again.'),
})

export const adminMail: CommandGroup = {
  name: 'mail',
  summary: 'Suppress addresses that bounce or complain',
  commands: [listSuppressions, suppress, unsuppress],
}
