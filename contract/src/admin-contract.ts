/** Operator routes as data: the same declarations as `contract`, with a separate OpenAPI document. */
import { audit } from './admin-routes/audit.ts'
import { chargebacks } from './admin-routes/chargebacks.ts'
import { clock } from './admin-routes/clock.ts'
import { deployment } from './admin-routes/deployment.ts'
import { disputes } from './admin-routes/disputes.ts'
import { figures } from './admin-routes/figures.ts'
import { files } from './admin-routes/files.ts'
import { ledger } from './admin-routes/ledger.ts'
import { legalHolds } from './admin-routes/legal-holds.ts'
import { mails } from './admin-routes/mails.ts'
import { moneyDesk } from './admin-routes/money-desk.ts'
import { marketDesk } from './admin-routes/market-desk.ts'
import { moderation } from './admin-routes/moderation.ts'
import { operators } from './admin-routes/operators.ts'
import { payouts } from './admin-routes/payouts.ts'
import { policy } from './admin-routes/policy.ts'
import { signingKeys } from './admin-routes/signing-keys.ts'

export const adminContract = {
  operators,
  ledger,
  audit,
  disputes,
  moderation,
  payouts,
  moneyDesk,
  chargebacks,
  marketDesk,
  legalHolds,
  figures,
  policy,
  deployment,
  signingKeys,
  files,
  mails,
  clock,
}

export type AdminContract = typeof adminContract
