/** The English catalogs of the operator console, for tests. */
import { say as audit } from './operator-audit.ts'
import { say as cases } from './operator-cases.ts'
import { say as chargebacks } from './operator-chargebacks.ts'
import { say as console } from './operator-console.ts'
import { say as disputes } from './operator-disputes.ts'
import { say as figures } from './operator-figures.ts'
import { say as mail } from './operator-mail.ts'
import { say as market } from './operator-market.ts'
import { say as money } from './operator-money.ts'
import { say as payouts } from './operator-payouts.ts'
import { say as people } from './operator-people.ts'
import { say as policy } from './operator-policy.ts'

export const operatorEnglish = {
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
