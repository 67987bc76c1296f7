/** The routes of operators as data: the same declarations as `contract`, with a document of their own. */
import { audit } from './admin-routes/audit.ts'
import { clock } from './admin-routes/clock.ts'
import { deployment } from './admin-routes/deployment.ts'
import { disputes } from './admin-routes/disputes.ts'
import { files } from './admin-routes/files.ts'
import { ledger } from './admin-routes/ledger.ts'
import { mails } from './admin-routes/mails.ts'
import { operators } from './admin-routes/operators.ts'
import { payouts } from './admin-routes/payouts.ts'
import { signingKeys } from './admin-routes/signing-keys.ts'

export const adminContract = {
  operators,
  ledger,
  audit,
  disputes,
  payouts,
  deployment,
  signingKeys,
  files,
  mails,
  clock,
}

export type AdminContract = typeof adminContract
