import { command, type Group } from '../engine/command.ts'
import { fieldsOf } from '../engine/fields.ts'
import { line, state, table, type Fields } from '../engine/views.ts'
import { disputes } from './disputes.ts'
import { operate } from './operator.ts'
import { payoutsForOperators } from './payout-actions.ts'
import { signingKeys } from './signing-keys.ts'

interface Check {
  readonly name: string
  readonly meaning: string
  readonly violations: number
  readonly sample: readonly string[]
}

interface LedgerProof {
  readonly ok: boolean
  readonly checks: readonly Check[]
}

interface AuditProof {
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
  does: 'Prove from the whole history that the books add up',
  calls: [],
  example: 'souk admin ledger verify --json',
  run: (session) => operate(session, { method: 'POST', path: 'ledger/verify' }, isLedgerProof),
  shows: ({ ok, checks }) => [
    table(checkFields, checks, 'There is nothing to check.'),
    line(ok ? 'The ledger adds up.' : 'The ledger does NOT add up.'),
  ],
  fails: ({ ok }) => !ok,
})

const verifyAudit = command({
  name: 'verify',
  does: 'Walk the chain of the audit log and say where it breaks',
  calls: [],
  example: 'souk admin audit verify',
  run: (session) => operate(session, { method: 'POST', path: 'audit/verify' }, isAuditProof),
  shows: ({ entries, brokenAt }) => [
    line(
      brokenAt === null
        ? `The audit log is whole: ${entries} entries.`
        : `The audit log was changed at entry ${brokenAt}.`,
    ),
  ],
  fails: ({ ok }) => !ok,
})

function isLedgerProof(data: unknown): data is LedgerProof {
  const { ok, checks } = fieldsOf(data)
  return typeof ok === 'boolean' && Array.isArray(checks)
}

function isAuditProof(data: unknown): data is AuditProof {
  const { ok, entries } = fieldsOf(data)
  return typeof ok === 'boolean' && typeof entries === 'number'
}

export const admin: Group = {
  name: 'admin',
  does: 'For operators; needs OPERATOR_TOKEN',
  commands: [
    { name: 'ledger', does: 'The books', commands: [verifyLedger] },
    { name: 'audit', does: 'The audit log', commands: [verifyAudit] },
    disputes,
    payoutsForOperators,
    signingKeys,
  ],
}
