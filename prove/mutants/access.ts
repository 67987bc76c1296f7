import type { Mutant } from './mutant.ts'

const caller = 'server/src/http/receive/caller.ts'
const sessions = 'server/src/resources/sessions/queries.ts'
const tokens = 'server/src/resources/users/tokens.ts'

export const accessMutants: readonly Mutant[] = [
  {
    name: 'scope-not-checked',
    breaks: 'A key can do what none of its scopes allows.',
    file: caller,
    find: 'route.scope !== undefined && !caller.scopes.includes(route.scope)',
    replace: 'route.scope !== undefined && caller.scopes.length === 0',
    tests: ['server/test/accounts/keys.test.ts'],
  },
  {
    name: 'stopped-key-works',
    breaks: 'A key that was deactivated is still accepted.',
    file: 'server/src/resources/keys/queries.ts',
    find: "    .where('id', '=', id)\n    .where('deactivated_at', 'is', null)\n",
    replace: "    .where('id', '=', id)\n",
    tests: ['server/test/accounts/keys.test.ts'],
  },
  {
    name: 'session-without-end',
    breaks: 'A session that is used stays open beyond its last day.',
    file: sessions,
    find: "    .where('expires_at', '>', reader.now)\n    .executeTakeFirst()",
    replace: '    .executeTakeFirst()',
    tests: ['server/test/accounts/sessions.test.ts'],
  },
  {
    name: 'cursor-not-verified',
    breaks: 'A cursor can be made up, or carried to another list or caller.',
    file: 'server/src/lib/page-tokens.ts',
    find: 'if (!known.some((one) => sameBytes(shortened(one), sent))) return refuse(field)',
    replace: 'if (known.length === 0 || sent.length === 0) return refuse(field)',
    tests: ['server/test/http/cursors.test.ts'],
  },
  {
    name: 'old-key-forgotten',
    breaks: 'What was sealed before the secret key was changed cannot be opened.',
    file: 'server/src/lib/secrets.ts',
    find: 'other?.fits(sealed) === true ? other.open(sealed) : own.open(sealed)',
    replace: 'own.open(sealed)',
    tests: ['server/test/storage/secret-key-change.test.ts'],
  },
  {
    name: 'session-of-others-ended',
    breaks: 'Who knows the id of a session can end it, whoever it belongs to.',
    file: sessions,
    find: "    .where('id', '=', id)\n    .where('user_id', '=', userId)\n",
    replace: "    .where('id', '=', id)\n",
    tests: ['server/test/accounts/sessions.test.ts'],
  },
  {
    name: 'last-owner-leaves',
    breaks: 'The last owner can leave, and nobody can change the organization any more.',
    file: 'server/src/resources/organizations/rules.ts',
    find: 'owners <= 1',
    replace: 'owners < 1',
    tests: ['server/test/accounts/members.test.ts'],
  },
  {
    name: 'admin-appoints-owners',
    breaks: 'An admin can become owner of the organization.',
    file: 'server/src/resources/organizations/rules.ts',
    find: "admin: ['readMembers', 'manage'],",
    replace: "admin: ['readMembers', 'manage', 'wallet', 'own'],",
    tests: ['server/src/resources/organizations/rules.test.ts'],
  },
  {
    name: 'unproven-address-invited',
    breaks: 'Who signs up with an address that is not theirs gets the invitations sent to it.',
    file: 'server/src/resources/organizations/invitation-queries.ts',
    find: "    .where('email_verified_at', 'is not', null)\n",
    replace: '',
    tests: ['server/test/accounts/invitations.test.ts'],
  },
  {
    name: 'request-not-compared',
    breaks: 'An Idempotency-Key answers another request with the stored answer of the first.',
    file: 'server/src/http/receive/idempotency.ts',
    find: 'row.route !== call.route || !call.requestHashes.some',
    replace: 'row.route !== call.route && !call.requestHashes.some',
    tests: ['server/test/http/idempotency.test.ts'],
  },
  {
    name: 'link-used-again',
    breaks: 'A link from a mail works a second time.',
    file: tokens,
    find: "    .where('used_at', 'is', null)\n    .where('expires_at', '>', tx.now)\n    .returningAll()",
    replace: "    .where('expires_at', '>', tx.now)\n    .returningAll()",
    tests: ['server/test/accounts/users.test.ts'],
  },
  {
    name: 'link-without-end',
    breaks: 'A link from a mail works for ever.',
    file: tokens,
    find: "    .where('used_at', 'is', null)\n    .where('expires_at', '>', tx.now)\n    .returningAll()",
    replace: "    .where('used_at', 'is', null)\n    .returningAll()",
    tests: ['server/test/accounts/users.test.ts'],
  },
]
