import { Type } from 'typebox'
import { operatorAccess } from '../operator-roles.ts'
import { list, route } from '../route.ts'
import { SigningKey } from '../shapes/operators/operator.ts'

const keys = (description: string) => Type.Object({ keys: Type.Array(SigningKey, { description }) })

export const signingKeys = {
  listSigningKeys: list({
    path: '/admin/signing-keys',
    surface: 'platform',
    auth: 'operator',
    operators: operatorAccess.inspect,
    item: SigningKey,
    errors: [],
    summary: 'List signing keys',
    description: 'Returns the keys that sign agent cards and webhooks, newest first, including retired keys.',
    example: {},
  }),
  rotateSigningKeys: route({
    method: 'POST',
    path: '/admin/signing-keys/rotate',
    surface: 'platform',
    auth: 'operator',
    operators: operatorAccess.maintain,
    reply: keys('The new keys.'),
    errors: [],
    summary: 'Rotate the signing keys',
    description:
      'Creates a key of each algorithm. The new keys start to sign after two minutes, when all nodes and verifiers have seen them; the previous keys stay published.',
    example: {},
  }),
  retireSigningKeys: route({
    method: 'POST',
    path: '/admin/signing-keys/retire',
    surface: 'platform',
    auth: 'operator',
    operators: operatorAccess.maintain,
    reply: keys('The keys that this call retired.'),
    errors: [],
    summary: 'Retire replaced signing keys',
    description:
      'Stops publishing the keys that newer ones have replaced. Their signatures can no longer be verified, and this cannot be undone.',
    example: {},
  }),
}
