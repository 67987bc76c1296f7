/** The keys that sign cards and webhooks. */
import { command, type Group } from '../engine/command.ts'
import { fieldsOf } from '../engine/fields.ts'
import { at, id, line, state, table, type Block, type Fields } from '../engine/views.ts'
import { operate } from './operator.ts'

interface Key {
  readonly kid: string
  readonly alg: string
  readonly state: string
  readonly createdAt: string
}

interface Keys {
  readonly keys: readonly Key[]
}

const fields: Fields<Key> = {
  key: ({ kid }) => id(kid),
  kind: ({ alg }) => (alg === 'EdDSA' ? 'webhooks' : 'cards'),
  state: (key) => state(key.state),
  since: ({ createdAt }) => at(createdAt),
}

const shows = ({ keys }: Keys): Block[] => [
  table(fields, keys, 'There is no key yet; the first is made when it is needed.'),
]

const list = command({
  name: 'list',
  does: 'All keys, and which of them sign',
  calls: [],
  example: 'souk admin signing-keys list',
  run: (session) => operate(session, { method: 'GET', path: 'signing-keys' }, isKeys),
  shows,
})

const rotate = command({
  name: 'rotate',
  does: 'Make new keys; they sign in two minutes, when all have seen them',
  calls: [],
  example: 'souk admin signing-keys rotate',
  run: (session) => operate(session, { method: 'POST', path: 'signing-keys/rotate' }, isKeys),
  shows: (answer) => [
    ...shows(answer),
    line('The keys before them can still be checked, until "souk admin signing-keys retire".'),
  ],
})

const retire = command({
  name: 'retire',
  does: 'Take back the keys that were made before those which sign',
  calls: [],
  example: 'souk admin signing-keys retire --yes',
  asks: () => 'Nobody can check what the older keys have signed any more. This cannot be undone.',
  run: (session) => operate(session, { method: 'POST', path: 'signing-keys/retire' }, isKeys),
  shows,
})

function isKeys(data: unknown): data is Keys {
  return Array.isArray(fieldsOf(data)['keys'])
}

export const signingKeys: Group = {
  name: 'signing-keys',
  does: 'The keys that sign cards and webhooks',
  commands: [list, rotate, retire],
}
