/** Operator commands for the keys that sign cards and webhook messages. */
import type { SigningKey } from 'souk-contract'
import { command, type CommandGroup } from '../../engine/command.ts'
import { at, id, line, page, state, table, type Fields } from '../../terminal/views.ts'
import { fetchPage, pageOptions } from '../options/paging.ts'
import { asOperator } from './admin-api.ts'

const fields: Fields<SigningKey> = {
  key: ({ kid }) => id(kid),
  kind: ({ alg }) => (alg === 'EdDSA' ? 'webhooks' : 'cards'),
  state: (key) => state(key.state),
  since: ({ createdAt }) => at(createdAt),
}

const noKeys = 'No keys. The first is created when it is needed.'

const list = command({
  name: 'list',
  summary: 'List the signing keys and their states',
  operations: ['listSigningKeys'],
  options: pageOptions,
  example: 'souk admin signing-keys list',
  run: (context, pages) =>
    asOperator(context, (admin) => fetchPage(admin.signingKeys.listSigningKeys, {}, pages)),
  render: page(fields, noKeys),
})

const rotate = command({
  name: 'rotate',
  summary: 'Create new signing keys',
  description: 'They start to sign after two minutes, when all nodes and verifiers have seen them.',
  operations: ['rotateSigningKeys'],
  example: 'souk admin signing-keys rotate',
  run: (context) => asOperator(context, (admin) => admin.signingKeys.rotateSigningKeys()),
  render: ({ keys }) => [
    line('Created keys.'),
    table(fields, keys, noKeys),
    line('The previous keys stay published until "souk admin signing-keys retire".'),
  ],
})

const retire = command({
  name: 'retire',
  summary: 'Retire the signing keys that were replaced',
  operations: ['retireSigningKeys'],
  example: 'souk admin signing-keys retire --yes',
  confirm: () =>
    'Retire the replaced keys? Their signatures can no longer be verified. This cannot be undone.',
  run: (context) => asOperator(context, (admin) => admin.signingKeys.retireSigningKeys()),
  render: ({ keys }) => [
    table(fields, keys, 'No keys to retire.'),
    ...(keys.length === 0 ? [] : [line('Retired keys.')]),
  ],
})

export const signingKeys: CommandGroup = {
  name: 'signing-keys',
  summary: 'Manage the keys that sign cards and webhook messages',
  commands: [list, rotate, retire],
}
