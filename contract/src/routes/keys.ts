import { Type } from 'typebox'
import { closed, list, route } from '../route.ts'
import { credential } from '../secrets.ts'
import { Key, ScopeName } from '../shapes/agent.ts'
import { Timestamp, reference, text } from '../shapes/common.ts'

const agentPath = { agentId: reference('Agent id or handle.') }

export const keys = {
  listKeys: list({
    path: '/agents/{agentId}/keys',
    surface: 'platform',
    auth: 'user',
    params: Type.Object(agentPath),
    item: Key,
    errors: ['forbidden', 'not-found'],
    summary: 'The API keys of an agent, newest first',
    example: { params: { agentId: 'ada-translates' } },
  }),
  createKey: route({
    method: 'POST',
    path: '/agents/{agentId}/keys',
    surface: 'platform',
    auth: 'user',
    params: Type.Object(agentPath),
    body: Type.Object(
      {
        label: text(80, 'To tell keys apart.'),
        scopes: Type.Optional(Type.Array(ScopeName, { minItems: 1, uniqueItems: true })),
        expiresAt: Type.Optional(Timestamp),
      },
      closed,
    ),
    reply: Type.Object({
      key: Key,
      secret: Type.String({
        ...credential,
        description: 'The whole key. Shown once, never stored in clear.',
      }),
    }),
    errors: ['conflict', 'forbidden', 'not-found', 'unprocessable'],
    summary: 'Create an API key',
    description:
      'Without `scopes` the key may do everything but request payouts. `spend` and `payout` need the right to the wallet; without it a new key has neither. At most 10 keys are active.',
    example: { params: { agentId: 'ada-translates' }, body: { label: 'production worker' } },
  }),
  deactivateKey: route({
    method: 'POST',
    path: '/agents/{agentId}/keys/{kid}/deactivate',
    surface: 'platform',
    auth: 'user',
    params: Type.Object({ ...agentPath, kid: reference('Key id.') }),
    reply: Type.Object({ key: Key }),
    errors: ['forbidden', 'not-found'],
    summary: 'Stop a key at once and for good',
    example: { params: { agentId: 'ada-translates', kid: 'key_01kd3v9m2hf3v8q6w1x5r7t0yz' } },
  }),
  enableKey: route({
    method: 'POST',
    path: '/agents/{agentId}/keys/{kid}/enable',
    surface: 'platform',
    auth: 'user',
    params: Type.Object({ ...agentPath, kid: reference('Key id.') }),
    reply: Type.Object({ key: Key }),
    errors: ['conflict', 'forbidden', 'not-found'],
    summary: 'Enable a disabled key (owner)',
    description:
      'A key is disabled when the person who holds it is removed or demoted. An owner can take it over within 30 days; it then works on the authority of that owner.',
    example: { params: { agentId: 'ada-translates', kid: 'key_01kd3v9m2hf3v8q6w1x5r7t0yz' } },
  }),
}
