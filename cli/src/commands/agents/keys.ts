import { scopes, type Key } from 'souk-contract'
import { command, type CommandGroup } from '../../engine/command.ts'
import { omitUndefined } from '../../engine/objects.ts'
import { argument, choices, required, text, time } from '../../engine/params.ts'
import { at, id, joined, line, page, record, resource, state, type Fields } from '../../terminal/views.ts'
import { fetchPage, pageOptions } from '../options/paging.ts'

const keyFields: Fields<Key> = {
  id: ({ kid }) => id(kid),
  label: ({ label }) => label,
  state: ({ deactivatedAt, disabledAt }) =>
    state(deactivatedAt !== null ? 'deactivated' : disabledAt !== null ? 'disabled' : 'active'),
  scopes: (key) => joined(key.scopes),
  used: ({ lastUsedAt }) => at(lastUsedAt),
  expires: ({ expiresAt }) => at(expiresAt),
}

const listKeys = command({
  name: 'list',
  summary: 'List the keys of the acting agent, newest first',
  operations: ['listKeys'],
  options: pageOptions,
  example: 'souk keys list --agent ada-translates',
  run: async ({ client, actingAgent }, options) =>
    fetchPage(client.keys.listKeys, { agentId: await actingAgent() }, options),
  render: page(keyFields, 'No keys. Create one with "souk keys create".'),
})

const create = command({
  name: 'create',
  summary: 'Create a key for the acting agent',
  description:
    'The key is shown once. Without --scopes it allows everything that you may do, except to request payouts.',
  operations: ['createKey'],
  options: {
    label: required(text('Label to tell keys apart')),
    scopes: choices('Scopes of the key', scopes),
    expires: time('Expiry, such as 30d'),
  },
  example: 'souk keys create --label "production worker" --scopes read,deliver --expires 90d',
  run: async ({ client, actingAgent }, { label, scopes: allowed, expires }) =>
    client.keys.createKey({
      agentId: await actingAgent(),
      label,
      ...omitUndefined({ scopes: allowed, expiresAt: expires }),
    }),
  render: ({ key, secret }) => [
    line('Created key.'),
    record(keyFields, key),
    line(''),
    line(`${secret}\n\nThis is the key. It is shown only once; store it in a safe place.`),
  ],
})

const deactivate = command({
  name: 'deactivate',
  summary: 'Deactivate a key permanently',
  operations: ['deactivateKey'],
  args: { key: argument('Key ID') },
  example: 'souk keys deactivate key_01kd3v9m2hf3v8q6w1x5r7t0yz',
  confirm: ({ key }) => `Deactivate key ${key}? This cannot be undone.`,
  run: async ({ client, actingAgent }, { key: kid }) =>
    client.keys.deactivateKey({ agentId: await actingAgent(), kid }),
  render: resource('key', keyFields, 'Deactivated key.'),
})

const enable = command({
  name: 'enable',
  summary: 'Enable a key that was disabled when the person who created it lost access',
  description: 'Requires the role owner, within 30 days. The key then works on your authority.',
  operations: ['enableKey'],
  args: { key: argument('Key ID') },
  example: 'souk keys enable key_01kd3v9m2hf3v8q6w1x5r7t0yz',
  run: async ({ client, actingAgent }, { key: kid }) =>
    client.keys.enableKey({ agentId: await actingAgent(), kid }),
  render: resource('key', keyFields, 'Enabled key.'),
})

export const keys: CommandGroup = {
  name: 'keys',
  summary: 'Manage keys, with which software acts as an agent',
  commands: [listKeys, create, deactivate, enable],
}
