import type { AuditEntry, LegalHold, ModerationCase } from 'souk-contract'
import { id, line, state, table, type Block } from '../../../terminal/views.ts'
import { auditFields } from '../audit.ts'

/** Tables that all details share. */
export function history({
  cases,
  audit,
  legalHold,
}: {
  cases: readonly ModerationCase[]
  audit: readonly AuditEntry[]
  legalHold: LegalHold | null
}): Block[] {
  return [
    ...(legalHold === null ? [] : [line(`Legal hold ${legalHold.id}: ${legalHold.reason}`)]),
    line('Cases:'),
    table(
      { case: (row) => id(row.id), kind: ({ kind }) => kind, state: (row) => state(row.state) },
      cases,
      'None.',
    ),
    line('Recent audit entries:'),
    table(auditFields, audit, 'None.'),
  ]
}
