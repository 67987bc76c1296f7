import { Type } from 'typebox'
import { operatorAccess } from '../operator-roles.ts'
import { closed, list, route } from '../route.ts'
import { Timestamp, nullable, optional, reference } from '../shapes/common.ts'
import { AuditEntry } from '../shapes/operators/market-desk.ts'

export const audit = {
  listAuditEntries: list({
    path: '/admin/audit',
    surface: 'platform',
    auth: 'operator',
    operators: operatorAccess.inspect,
    query: Type.Object(
      {
        userId: optional(reference('User ID.'), 'Only actions of this person.'),
        target: optional(reference('Any ID.'), 'Only actions on this object.'),
        action: optional(
          Type.String({ pattern: '^[a-z.-]{1,60}$' }),
          'Only actions that start with this, such as `payout.` or `policy.changed`.',
        ),
        actor: optional(AuditEntry.properties.actor, 'Only actions of callers of this kind.'),
        from: optional(Timestamp, 'Only entries since then.'),
        to: optional(Timestamp, 'Only entries before then.'),
      },
      closed,
    ),
    csv: true,
    item: AuditEntry,
    errors: [],
    summary: 'List the audit log',
    description: 'Returns audit entries, newest first. With `Accept: text/csv`, as CSV.',
    example: { query: { action: 'policy.' } },
  }),
  verifyAudit: route({
    method: 'POST',
    path: '/admin/audit/verify',
    surface: 'platform',
    auth: 'operator',
    operators: operatorAccess.inspect,
    safe: true,
    reply: Type.Object({
      ok: Type.Boolean({ description: 'Whether the hash chain is intact.' }),
      entries: Type.Integer({ description: 'Number of entries that were verified.' }),
      brokenAt: nullable(Type.Integer(), 'Number of the first entry that does not match, or `null`.'),
    }),
    errors: [],
    summary: 'Verify the audit log',
    description:
      'Recomputes the hash chain of the audit log. It changes nothing and is safe to run under load; a large log can take minutes.',
    example: {},
  }),
}
