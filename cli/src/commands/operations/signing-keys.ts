/** Operator commands for the keys that sign cards and webhook messages. */
import { command, type CommandGroup } from '../../engine/command.ts'
import { propertiesOf } from '../../engine/objects.ts'
import { at, id, line, state, table, type Block, type Fields } from '../../terminal/views.ts'
import { callAdmin } from './admin-api.ts'

interface SigningKey {
  readonly kid: string
  readonly alg: string
  readonly state: string
  readonly createdAt: string
}

interface SigningKeys {
  readonly keys: readonly SigningKey[]
}

const fields: Fields<SigningKey> = {
  key: ({ kid }) => id(kid),
  kind: ({ alg }) => (alg === 'EdDSA' ? 'webhooks' : 'cards'),
  state: (key) => state(key.state),
  since: ({ createdAt }) => at(createdAt),
}

const render = ({ keys }: SigningKeys): Block[] => [
  table(fields, keys, 'No keys. The first is created when it is needed.'),
]

const list = command({
  name: 'list',
  summary: 'List the signing keys and their states',
  operations: [],
  example: 'souk admin signing-keys list',
  run: (context) => callAdmin(context, { method: 'GET', path: 'signing-keys' }, isSigningKeys),
  render,
})

const rotate = command({
  name: 'rotate',
  summary: 'Create new signing keys',
  description: 'They start to sign after two minutes, when all nodes and verifiers have seen them.',
  operations: [],
  example: 'souk admin signing-keys rotate',
  run: (context) => callAdmin(context, { method: 'POST', path: 'signing-keys/rotate' }, isSigningKeys),
  render: (data) => [
    line('Created keys.'),
    ...render(data),
    line('The previous keys stay published until "souk admin signing-keys retire".'),
  ],
})

const retire = command({
  name: 'retire',
  summary: 'Retire the signing keys that were replaced',
  operations: [],
  example: 'souk admin signing-keys retire --yes',
  confirm: () =>
    'Retire the replaced keys? Their signatures can no longer be verified. This cannot be undone.',
  run: (context) => callAdmin(context, { method: 'POST', path: 'signing-keys/retire' }, isSigningKeys),
  render: (data) => [line('Retired keys.'), ...render(data)],
})

function isSigningKeys(data: unknown): data is SigningKeys {
  return Array.isArray(propertiesOf(data)['keys'])
}

export const signingKeys: CommandGroup = {
  name: 'signing-keys',
  summary: 'Manage the keys that sign cards and webhook messages',
  commands: [list, rotate, retire],
}
