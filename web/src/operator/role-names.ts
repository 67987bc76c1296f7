import type { OperatorRole } from 'souk-contract'
import { say } from '../messages/en/operator-console.ts'

export const roleNames: Readonly<Record<OperatorRole, string>> = {
  admin: say('roleAdmin'),
  support: say('roleSupport'),
  finance: say('roleFinance'),
  auditor: say('roleAuditor'),
}
