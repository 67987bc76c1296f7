import { Type } from 'typebox'
import { operatorAccess } from '../operator-roles.ts'
import { route } from '../route.ts'
import { nullable } from '../shapes/common.ts'

export const audit = {
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
