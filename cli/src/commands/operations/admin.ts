import type { CommandGroup } from '../../engine/command.ts'
import { adminPayouts } from '../money/payout-actions.ts'
import { audit } from './audit.ts'
import { cases } from './cases.ts'
import { disputes } from './disputes.ts'
import { adminFiles } from '../files/admin-files.ts'
import { figures } from './figures.ts'
import { ledger } from './ledger.ts'
import { legalHolds } from './legal-holds.ts'
import { adminMail } from './mail.ts'
import { marketDesk } from './market-desk.ts'
import { moneyDesk } from './money-desk.ts'
import { operators } from './operators.ts'
import { policy } from './policy.ts'
import { signingKeys } from './signing-keys.ts'

export const admin: CommandGroup = {
  name: 'admin',
  summary: 'Operate the marketplace as an operator, or with OPERATOR_TOKEN',
  commands: [
    operators,
    ledger,
    audit,
    ...marketDesk,
    ...figures,
    disputes,
    cases,
    policy,
    legalHolds,
    adminPayouts,
    ...moneyDesk,
    signingKeys,
    adminFiles,
    adminMail,
  ],
}
