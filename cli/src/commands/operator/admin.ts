import type { CommandGroup } from '../../engine/command.ts'
import { adminPayouts } from './payouts.ts'
import { audit } from './audit.ts'
import { cases } from './moderation/cases.ts'
import { disputes } from './moderation/disputes.ts'
import { adminFiles } from './files.ts'
import { figures } from './market/figures.ts'
import { ledger } from './money/ledger.ts'
import { legalHolds } from './moderation/legal-holds.ts'
import { adminMail } from './mail.ts'
import { marketDesk } from './market/market-desk.ts'
import { moneyDesk } from './money/money-desk.ts'
import { operators } from './operators.ts'
import { policy } from './market/policy.ts'
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
