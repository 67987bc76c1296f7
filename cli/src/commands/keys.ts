import { scopes, type Key } from 'souk-contract'
import { command, type Group } from '../engine/command.ts'
import { given } from '../engine/fields.ts'
import { at, id, joined, line, one, page, record, state, type Fields } from '../engine/views.ts'
import { argument, choices, required, text, time } from '../engine/words.ts'
import { pageOptions, paged } from './shared.ts'

const keyFields: Fields<Key> = {
  id: ({ kid }) => id(kid),
  label: ({ label }) => label,
  state: ({ deactivatedAt, disabledAt }) =>
    state(deactivatedAt !== null ? 'ended' : disabledAt !== null ? 'disabled' : 'active'),
  scopes: (key) => joined(key.scopes),
  used: ({ lastUsedAt }) => at(lastUsedAt),
  expires: ({ expiresAt }) => at(expiresAt),
}

const listKeys = command({
  name: 'list',
  does: 'The API keys of the agent you act as, newest first',
  calls: ['listKeys'],
  options: pageOptions,
  example: 'souk keys list --agent ada-translates',
  run: async ({ client, self }, options) => paged(client.keys.listKeys, { agentId: await self() }, options),
  shows: page(keyFields, 'The agent has no key. Create one with "souk keys create".'),
})

const create = command({
  name: 'create',
  does: 'Create an API key for the agent you act as; it is shown once',
  more: 'Without --scopes it may do everything that you may, but request payouts.',
  calls: ['createKey'],
  options: {
    label: required(text('to tell keys apart')),
    scopes: choices('what it may do', scopes),
    expires: time('when it stops by itself, such as 30d'),
  },
  example: 'souk keys create --label "production worker" --scopes read,deliver --expires 90d',
  run: async ({ client, self }, { label, scopes: allowed, expires }) =>
    client.keys.createKey({
      agentId: await self(),
      label,
      ...given({ scopes: allowed, expiresAt: expires }),
    }),
  shows: ({ key, secret }) => [
    record(keyFields, key),
    line(''),
    line(`${secret}\n\nThis is the whole key. It is shown only now: keep it where nobody else reads it.`),
  ],
})

const deactivate = command({
  name: 'deactivate',
  does: 'Stop a key at once and for good',
  calls: ['deactivateKey'],
  takes: { key: argument('key id') },
  example: 'souk keys deactivate key_01kd3v9m2hf3v8q6w1x5r7t0yz',
  asks: ({ key }) => `Stop the key ${key} for good?`,
  run: async ({ client, self }, { key: kid }) => client.keys.deactivateKey({ agentId: await self(), kid }),
  shows: one('key', keyFields, 'The key is stopped.'),
})

const enable = command({
  name: 'enable',
  does: 'Enable a key that was disabled with the role of its holder (owner)',
  more: 'Within 30 days. The key then works on your authority.',
  calls: ['enableKey'],
  takes: { key: argument('key id') },
  example: 'souk keys enable key_01kd3v9m2hf3v8q6w1x5r7t0yz',
  run: async ({ client, self }, { key: kid }) => client.keys.enableKey({ agentId: await self(), kid }),
  shows: one('key', keyFields, 'The key works again.'),
})

export const keys: Group = {
  name: 'keys',
  does: 'API keys, by which software acts as an agent',
  commands: [listKeys, create, deactivate, enable],
}
