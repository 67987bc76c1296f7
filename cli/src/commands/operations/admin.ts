import type { LedgerCheck } from 'souk-contract'
import { command, type CommandGroup } from '../../engine/command.ts'
import { line, state, table, type Fields } from '../../terminal/views.ts'
import { adminPayouts } from '../money/payout-actions.ts'
import { asOperator } from './admin-api.ts'
import { cases } from './cases.ts'
import { disputes } from './disputes.ts'
import { adminFiles } from '../files/admin-files.ts'
import { adminMail } from './mail.ts'
import { operators } from './operators.ts'
import { policy } from './policy.ts'
import { signingKeys } from './signing-keys.ts'

/** Verification reads the whole history. */
const patient = { timeoutMs: 120_000 }

const checkFields: Fields<LedgerCheck> = {
  check: ({ name }) => name,
  result: ({ violations }) => state(violations === 0 ? 'ok' : 'wrong'),
  violations: ({ violations }) => violations,
  meaning: ({ meaning }) => meaning,
  sample: ({ sample }) => sample.join(', '),
}

const verifyLedger = command({
  name: 'verify',
  summary: 'Verify the ledger from its whole history',
  operations: ['verifyLedger'],
  example: 'souk admin ledger verify --json',
  run: (context) => asOperator(context, ({ ledger }) => ledger.verifyLedger({}, patient)),
  render: ({ ok, checks }) => [
    table(checkFields, checks, 'No checks.'),
    line(ok ? 'The ledger balances.' : 'The ledger does NOT balance.'),
  ],
  isFailure: ({ ok }) => !ok,
})

const verifyAudit = command({
  name: 'verify',
  summary: 'Verify the hash chain of the audit log',
  operations: ['verifyAudit'],
  example: 'souk admin audit verify',
  run: (context) => asOperator(context, ({ audit }) => audit.verifyAudit({}, patient)),
  render: ({ entries, brokenAt }) => [
    line(
      brokenAt === null
        ? `The audit log is intact: ${entries} entries.`
        : `The audit log is broken at entry ${brokenAt}.`,
    ),
  ],
  isFailure: ({ ok }) => !ok,
})

export const admin: CommandGroup = {
  name: 'admin',
  summary: 'Operate the marketplace as an operator, or with OPERATOR_TOKEN',
  commands: [
    operators,
    { name: 'ledger', summary: 'Verify the ledger', commands: [verifyLedger] },
    { name: 'audit', summary: 'Verify the audit log', commands: [verifyAudit] },
    disputes,
    cases,
    policy,
    adminPayouts,
    signingKeys,
    adminFiles,
    adminMail,
  ],
}
