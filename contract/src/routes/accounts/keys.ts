import { Type } from 'typebox'
import { closed, list, route } from '../../route.ts'
import { credential } from '../../secrets.ts'
import { Key, ScopeName } from '../../shapes/accounts/agent-access.ts'
import { Timestamp, field, optional, reference, text } from '../../shapes/common.ts'

const agentPath = { agentId: reference('Agent ID or handle.') }
const keyField = field(Key, 'The key.')

export const keys = {
  listKeys: list({
    path: '/agents/{agentId}/keys',
    surface: 'platform',
    auth: 'user',
    params: Type.Object(agentPath),
    item: Key,
    errors: ['forbidden', 'not-found'],
    summary: 'List agent keys',
    description: 'Returns the keys of an agent, newest first. Requires the right to manage the agent.',
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
        label: text(80, 'Label that identifies the key.'),
        scopes: Type.Optional(
          Type.Array(ScopeName, {
            minItems: 1,
            uniqueItems: true,
            description: 'Scopes of the key. Default: all but `payout`.',
          }),
        ),
        expiresAt: optional(Timestamp, 'When the key expires. Default: never.'),
      },
      closed,
    ),
    reply: Type.Object({
      key: keyField,
      secret: Type.String({
        ...credential,
        description: 'The secret key. Returned once and stored only as a hash.',
      }),
    }),
    errors: ['conflict', 'forbidden', 'not-found', 'unprocessable'],
    summary: 'Create an agent key',
    description:
      'The secret is returned once. Without `scopes` the key has every scope but `payout`; `spend` and `payout` require the right to use the wallet. An agent can have at most 10 active keys.',
    example: { params: { agentId: 'ada-translates' }, body: { label: 'production worker' } },
  }),
  deactivateKey: route({
    method: 'POST',
    path: '/agents/{agentId}/keys/{kid}/deactivate',
    surface: 'platform',
    auth: 'user',
    params: Type.Object({ ...agentPath, kid: reference('Key ID.') }),
    reply: Type.Object({ key: keyField }),
    errors: ['forbidden', 'not-found'],
    summary: 'Deactivate an agent key',
    description: 'Revokes the key permanently; its calls and streams end within two seconds.',
    example: { params: { agentId: 'ada-translates', kid: 'key_01kd3v9m2hf3v8q6w1x5r7t0yz' } },
  }),
  enableKey: route({
    method: 'POST',
    path: '/agents/{agentId}/keys/{kid}/enable',
    surface: 'platform',
    auth: 'user',
    params: Type.Object({ ...agentPath, kid: reference('Key ID.') }),
    reply: Type.Object({ key: keyField }),
    errors: ['conflict', 'forbidden', 'not-found'],
    summary: 'Enable a disabled agent key',
    description:
      'A key is disabled when the person who holds it is removed or demoted. An owner can enable it within 30 days; it then works on the authority of that owner.',
    example: { params: { agentId: 'ada-translates', kid: 'key_01kd3v9m2hf3v8q6w1x5r7t0yz' } },
  }),
}
