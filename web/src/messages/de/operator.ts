/** The German catalogs of the operator console. */
import type { OperatorTranslation } from '../operator-catalog.ts'
import { audit } from './operator-audit.ts'
import { cases } from './operator-cases.ts'
import { chargebacks } from './operator-chargebacks.ts'
import { console } from './operator-console.ts'
import { disputes } from './operator-disputes.ts'
import { figures } from './operator-figures.ts'
import { mail } from './operator-mail.ts'
import { market } from './operator-market.ts'
import { money } from './operator-money.ts'
import { payouts } from './operator-payouts.ts'
import { people } from './operator-people.ts'
import { policy } from './operator-policy.ts'

export const operatorTranslation: OperatorTranslation = {
  audit,
  cases,
  chargebacks,
  console,
  disputes,
  figures,
  mail,
  market,
  money,
  payouts,
  people,
  policy,
}
