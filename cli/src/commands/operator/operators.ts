import { operatorRoles, type Operator } from 'souk-contract'
import { command, type CommandGroup } from '../../engine/command.ts'
import { argument, choice, required } from '../../engine/params.ts'
import { at, id, line, message, page, resource, type Fields } from '../../terminal/views.ts'
import { fetchPage, pageOptions } from '../options/paging.ts'
import { asOperator } from './admin-api.ts'

const fields: Fields<Operator> = {
  name: ({ displayName }) => displayName,
  email: ({ email }) => email,
  role: ({ role }) => role,
  source: ({ source }) => source,
  since: ({ createdAt }) => at(createdAt),
  id: ({ userId }) => id(userId),
}

const role = choice('Role', operatorRoles)

const list = command({
  name: 'list',
  summary: 'List operators and their roles',
  operations: ['listOperators'],
  options: pageOptions,
  example: 'souk admin operators list',
  run: (context, options) =>
    asOperator(context, ({ operators }) => fetchPage(operators.listOperators, {}, options)),
  render: page(fields, 'No operators. Add the first with "souk admin operators add".'),
})

const add = command({
  name: 'add',
  summary: 'Add an operator',
  description:
    'The account must exist and its address must be verified. admin: everything. support: disputes and email addresses. finance: money. auditor: reads only.',
  operations: ['addOperator'],
  args: { email: argument('Email address of the account') },
  options: { role: required(role) },
  example: 'souk admin operators add grace@example.com --role support',
  run: (context, { email, role: given }) =>
    asOperator(context, ({ operators }) => operators.addOperator({ email, role: given })),
  render: resource('operator', fields, 'Added operator.'),
})

const change = command({
  name: 'change',
  summary: "Change an operator's role",
  operations: ['changeOperator'],
  args: { user: argument('User ID of the operator') },
  options: { role: required(role) },
  example: 'souk admin operators change usr_01kd3v9m2hf3v8q6w1x5r7t0yz --role finance',
  run: (context, { user: userId, role: given }) =>
    asOperator(context, ({ operators }) => operators.changeOperator({ userId, role: given })),
  render: resource('operator', fields, 'Changed role.'),
})

const remove = command({
  name: 'remove',
  summary: 'Remove an operator',
  operations: ['removeOperator'],
  args: { user: argument('User ID of the operator') },
  confirm: () => 'Remove this operator?',
  example: 'souk admin operators remove usr_01kd3v9m2hf3v8q6w1x5r7t0yz --yes',
  run: (context, { user: userId }) =>
    asOperator(context, ({ operators }) => operators.removeOperator({ userId })),
  render: message('Removed operator.'),
})

const me = command({
  name: 'me',
  summary: 'Show your own role',
  operations: ['getCurrentOperator'],
  example: 'souk admin operators me',
  run: (context) => asOperator(context, ({ operators }) => operators.getCurrentOperator()),
  render: (current) => [
    line(current.role === null ? 'You use the operator token.' : `Your role is ${current.role}.`),
  ],
})

export const operators: CommandGroup = {
  name: 'operators',
  summary: 'Manage the people who operate the marketplace',
  commands: [list, add, change, remove, me],
}
