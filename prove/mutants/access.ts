import type { Mutant } from './mutant.ts'

const caller = 'server/src/http/receive/caller.ts'
const sessions = 'server/src/resources/sessions/queries.ts'
const tokens = 'server/src/resources/users/token-queries.ts'

export const accessMutants: readonly Mutant[] = [
  {
    name: 'scope-not-checked',
    breaks: 'A key can call operations outside its scopes.',
    file: caller,
    find: 'route.scope !== undefined && !caller.scopes.includes(route.scope)',
    replace: 'route.scope !== undefined && caller.scopes.length === 0',
    tests: ['server/test/accounts/keys.test.ts'],
  },
  {
    name: 'deactivated-key-accepted',
    breaks: 'A deactivated key is still accepted.',
    file: 'server/src/resources/keys/queries.ts',
    find: 'where k.deactivated_at is null and k.disabled_at is null and',
    replace: 'where k.disabled_at is null and',
    tests: ['server/test/accounts/keys.test.ts'],
  },
  {
    name: 'session-never-expires',
    breaks: 'A session in use outlives its absolute expiry.',
    file: sessions,
    find: "    .where('expires_at', '>', reader.now)\n    .executeTakeFirst()",
    replace: '    .executeTakeFirst()',
    tests: ['server/test/accounts/sessions.test.ts'],
  },
  {
    name: 'cursor-not-verified',
    breaks: 'A cursor can be forged, or used for another list or caller.',
    file: 'server/src/lib/page-tokens.ts',
    find: 'if (!validTags.some((validTag) => encodesTag(tag, truncateTag(validTag)))) return refusePageToken(field)',
    replace: 'if (validTags.length === 0 || tag.length === 0) return refusePageToken(field)',
    tests: ['server/test/http/cursors.test.ts'],
  },
  {
    name: 'previous-secret-key-ignored',
    breaks: 'Data encrypted before a change of the secret key cannot be decrypted.',
    file: 'server/src/lib/secrets.ts',
    find: 'other?.canOpen(sealed) === true ? other.open(sealed) : current.open(sealed)',
    replace: 'current.open(sealed)',
    tests: ['server/test/storage/secret-key-change.test.ts'],
  },
  {
    name: 'foreign-session-ended',
    breaks: 'A person can end a session of another person by its id.',
    file: sessions,
    find: "    .where('id', '=', id)\n    .where('user_id', '=', userId)\n",
    replace: "    .where('id', '=', id)\n",
    tests: ['server/test/accounts/sessions.test.ts'],
  },
  {
    name: 'last-owner-leaves',
    breaks: 'The last owner can leave, so that the organization has no owner.',
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
    name: 'unverified-email-invited',
    breaks: 'An account with an unverified email address receives the invitations sent to that address.',
    file: 'server/src/resources/organizations/invitation-queries.ts',
    find: "    .where('email_verified_at', 'is not', null)\n",
    replace: '',
    tests: ['server/test/accounts/invitations.test.ts'],
  },
  {
    name: 'idempotent-request-not-compared',
    breaks: 'A reused Idempotency-Key replays the stored response of a different request.',
    file: 'server/src/http/receive/idempotency.ts',
    find: 'row.route !== call.route || !call.requestHashes.some',
    replace: 'row.route !== call.route && !call.requestHashes.some',
    tests: ['server/test/http/idempotency.test.ts'],
  },
  {
    name: 'mail-link-reused',
    breaks: 'A one-time link from an email works twice.',
    file: tokens,
    find: "    .where('used_at', 'is', null)\n    .where('expires_at', '>', tx.now)\n    .returningAll()",
    replace: "    .where('expires_at', '>', tx.now)\n    .returningAll()",
    tests: ['server/test/accounts/users.test.ts'],
  },
  {
    name: 'mail-link-never-expires',
    breaks: 'A link from an email never expires.',
    file: tokens,
    find: "    .where('used_at', 'is', null)\n    .where('expires_at', '>', tx.now)\n    .returningAll()",
    replace: "    .where('used_at', 'is', null)\n    .returningAll()",
    tests: ['server/test/accounts/users.test.ts'],
  },
]
