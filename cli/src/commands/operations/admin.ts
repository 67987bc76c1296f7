import { command, type CommandGroup } from '../../engine/command.ts'
import { propertiesOf } from '../../engine/objects.ts'
import { line, state, table, type Fields } from '../../terminal/views.ts'
import { adminPayouts } from '../money/payout-actions.ts'
import { callAdmin } from './admin-api.ts'
import { disputes } from './disputes.ts'
import { signingKeys } from './signing-keys.ts'

interface Check {
  readonly name: string
  readonly meaning: string
  readonly violations: number
  readonly sample: readonly string[]
}

interface LedgerReport {
  readonly ok: boolean
  readonly checks: readonly Check[]
}

interface AuditReport {
  readonly ok: boolean
  readonly entries: number
  readonly brokenAt: number | null
}

const checkFields: Fields<Check> = {
  check: ({ name }) => name,
  result: ({ violations }) => state(violations === 0 ? 'ok' : 'wrong'),
  violations: ({ violations }) => violations,
  meaning: ({ meaning }) => meaning,
  sample: ({ sample }) => sample.join(', '),
}

const verifyLedger = command({
  name: 'verify',
  summary: 'Verify the ledger from its whole history',
  operations: [],
  example: 'souk admin ledger verify --json',
  run: (context) => callAdmin(context, { method: 'POST', path: 'ledger/verify' }, isLedgerReport),
  render: ({ ok, checks }) => [
    table(checkFields, checks, 'No checks.'),
    line(ok ? 'The ledger balances.' : 'The ledger does NOT balance.'),
  ],
  isFailure: ({ ok }) => !ok,
})

const verifyAudit = command({
  name: 'verify',
  summary: 'Verify the hash chain of the audit log',
  operations: [],
  example: 'souk admin audit verify',
  run: (context) => callAdmin(context, { method: 'POST', path: 'audit/verify' }, isAuditReport),
  render: ({ entries, brokenAt }) => [
    line(
      brokenAt === null
        ? `The audit log is intact: ${entries} entries.`
        : `The audit log is broken at entry ${brokenAt}.`,
    ),
  ],
  isFailure: ({ ok }) => !ok,
})

function isLedgerReport(data: unknown): data is LedgerReport {
  const { ok, checks } = propertiesOf(data)
  return typeof ok === 'boolean' && Array.isArray(checks)
}

function isAuditReport(data: unknown): data is AuditReport {
  const { ok, entries } = propertiesOf(data)
  return typeof ok === 'boolean' && typeof entries === 'number'
}

export const admin: CommandGroup = {
  name: 'admin',
  summary: 'Operate the marketplace; requires OPERATOR_TOKEN',
  commands: [
    { name: 'ledger', summary: 'Verify the ledger', commands: [verifyLedger] },
    { name: 'audit', summary: 'Verify the audit log', commands: [verifyAudit] },
    disputes,
    adminPayouts,
    signingKeys,
  ],
}
