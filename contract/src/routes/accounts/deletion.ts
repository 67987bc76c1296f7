import { Type } from 'typebox'
import { route } from '../../route.ts'
import { archiveReasons } from '../../shapes/accounts/archive.ts'
import { Money, Timestamp, nullable } from '../../shapes/common.ts'

const deletionBlocker = Type.Object(
  {
    kind: Type.Enum(['agent', 'organization', 'operator', 'hold'], {
      description: 'Kind of object that blocks the deletion.',
    }),
    id: Type.String({ description: 'ID of the agent, organization or person.' }),
    name: nullable(Type.String(), 'Display name of the agent or organization.'),
    reason: Type.Enum([...archiveReasons, 'only_owner', 'operator', 'legal_hold'], {
      description: 'Balance, objects or role that block the deletion.',
    }),
    count: nullable(Type.Integer(), 'Number of objects, if any.'),
    text: Type.String({ description: 'Human-readable message.' }),
    amount: nullable(Money, 'Amount involved, if any.'),
    hint: Type.String({ description: 'Next step.' }),
  },
  { title: 'DeletionBlocker', description: 'A reason why an account cannot be deleted.' },
)

const reply = Type.Object({
  deletesAt: nullable(Timestamp, 'When the account will be deleted; `null` if that is not requested.'),
  blockers: Type.Array(deletionBlocker, { description: 'Open money and work that prevent the deletion.' }),
})

/** Deletion of an account; part of the `users` group. */
export const deletionRoutes = {
  deleteMe: route({
    method: 'DELETE',
    path: '/users/me',
    surface: 'platform',
    auth: 'user',
    reply,
    errors: ['conflict', 'reauthentication-required'],
    summary: 'Delete your account',
    description:
      'Deletes the account after 14 days, during which it works as before and `restoreMe` cancels the deletion. Requires a password entered in the last ten minutes. Fails with `conflict` while an agent has money or open work; `checkDeletion` lists what blocks it.',
    example: {},
  }),
  checkDeletion: route({
    method: 'GET',
    path: '/users/me/deletion',
    surface: 'platform',
    auth: 'user',
    reply,
    errors: [],
    summary: 'Check whether your account can be deleted',
    description: 'Returns when the account will be deleted, and what currently blocks it.',
    example: {},
  }),
  restoreMe: route({
    method: 'POST',
    path: '/users/me/restore',
    surface: 'platform',
    auth: 'user',
    reply,
    errors: ['conflict'],
    summary: 'Cancel the deletion of your account',
    description: 'Cancels a requested deletion within its 14 days.',
    example: {},
  }),
}
