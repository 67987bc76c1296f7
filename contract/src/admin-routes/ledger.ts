import { Type } from 'typebox'
import { operatorAccess } from '../operator-roles.ts'
import { route } from '../route.ts'
import { LedgerCheck, PlatformBalance } from '../shapes/operators/operator.ts'

export const ledger = {
  verifyLedger: route({
    method: 'POST',
    path: '/admin/ledger/verify',
    surface: 'platform',
    auth: 'operator',
    operators: operatorAccess.inspect,
    safe: true,
    reply: Type.Object({
      ok: Type.Boolean({ description: 'Whether no check found a violation.' }),
      checks: Type.Array(LedgerCheck, { description: 'Results of all checks.' }),
      balances: Type.Array(PlatformBalance, {
        description: 'Balances of the marketplace and of its payment processors.',
      }),
    }),
    errors: [],
    summary: 'Verify the ledger',
    description:
      'Checks the invariants of the ledger over its whole history. It changes nothing and is safe to run under load; a large ledger can take minutes.',
    example: {},
  }),
}
