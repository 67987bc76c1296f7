import { command, type CommandGroup } from '../../engine/command.ts'
import { line } from '../../terminal/views.ts'
import { adminPayouts } from '../money/payout-actions.ts'
import { asOperator } from './admin-api.ts'
import { cases } from './cases.ts'
import { disputes } from './disputes.ts'
import { adminFiles } from '../files/admin-files.ts'
import { ledger, patient } from './ledger.ts'
import { adminMail } from './mail.ts'
import { moneyDesk } from './money-desk.ts'
import { operators } from './operators.ts'
import { policy } from './policy.ts'
import { signingKeys } from './signing-keys.ts'

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
    ledger,
    { name: 'audit', summary: 'Verify the audit log', commands: [verifyAudit] },
    disputes,
    cases,
    policy,
    adminPayouts,
    ...moneyDesk,
    signingKeys,
    adminFiles,
    adminMail,
  ],
}
