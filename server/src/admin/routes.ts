import type { AdminContract, Policy } from 'souk-contract'
import type { Config } from '../config.ts'
import type { ManualClock } from '../lib/clock.ts'
import { payoutsOfAll } from '../money/payouts/refused-queries.ts'
import { takePayoutAction } from '../money/payouts/take-payout-action.ts'
import { viewPayoutForOperator } from '../money/payouts/view.ts'
import { read, write, type Handlers } from '../operation.ts'
import { pageOf } from '../paging.ts'
import { auditEntriesBefore } from '../resources/market-desk/audit-queries.ts'
import { findNames } from '../resources/market-desk/name-queries.ts'
import { namedIds, viewAuditEntry } from '../audit/view.ts'
import { moveFiles } from '../resources/files/move-files.ts'
import { quarantinedFiles } from '../resources/files/scan-queries.ts'
import { viewQuarantinedFile } from '../resources/files/view.ts'
import { listSigningKeys, retireSigningKeys, rotateSigningKeys } from '../resources/cards/signing-keys.ts'
import { getDispute, viewDispute } from '../tasks/commands/get-dispute.ts'
import { getDisputeFile } from '../tasks/commands/get-dispute-file.ts'
import { ruleDispute } from '../tasks/commands/rule-dispute.ts'
import { disputesAfter } from '../tasks/store/open-dispute-queries.ts'
import { advanceClock } from './advance-clock.ts'
import { checkDeployment } from './check-deployment.ts'
import { suppressAddress, viewSuppression } from './suppress-address.ts'
import { unsuppressAddress } from './unsuppress-address.ts'
import { suppressionsAfter } from '../mails/suppression-queries.ts'
import { verifyAudit } from './verify-audit.ts'
import { verifyLedger } from './verify-ledger.ts'

/** Handlers of the routes of operators, except for operators themselves, moderation, the policy and the manual clock. */
export const admin = (
  config: Config,
  initial: Policy,
): { readonly [G in AdminGroup]: Handlers<AdminContract[G]> } => ({
  ledger: { verifyLedger: read(verifyLedger) },
  audit: {
    listAuditEntries: read(async (reader, _caller, { page, ...filter }) => {
      const rows = await auditEntriesBefore(reader, { ...filter, page })
      const names = await findNames(reader, rows.flatMap(namedIds))
      return pageOf(
        rows,
        page,
        (row) => viewAuditEntry(row, names),
        ({ id }) => [id],
      )
    }),
    verifyAudit: read(verifyAudit),
  },
  disputes: {
    listDisputes: read(async (reader, _caller, { page }) => {
      const rows = await disputesAfter(reader, page)
      return pageOf(rows, page, viewDispute, ({ due_at, id }) => [due_at.toISOString(), id])
    }),
    getDispute: read(getDispute),
    getDisputeFile,
    ruleDispute: write(ruleDispute),
  },
  payouts: {
    listMarketPayouts: read(async (reader, _caller, { state, agentId, page }) => {
      const rows = await payoutsOfAll(reader, { state, agentId, page })
      return pageOf(rows, page, viewPayoutForOperator, ({ rank, id }) => [rank, id])
    }),
    takePayoutAction: write(takePayoutAction),
  },
  deployment: { checkDeployment: checkDeployment(config, initial) },
  files: {
    listQuarantine: read(async (reader, _caller, { page }) => {
      const rows = await quarantinedFiles(reader, page)
      return pageOf(rows, page, viewQuarantinedFile, ({ id }) => [id])
    }),
    moveFiles,
  },
  mails: {
    listSuppressions: read(async (reader, _caller, { page }) =>
      pageOf(await suppressionsAfter(reader, page), page, viewSuppression, (row) => [row.address_key]),
    ),
    suppressAddress: write(suppressAddress(config.operatorEmails)),
    unsuppressAddress: write(unsuppressAddress),
  },
  signingKeys: {
    listSigningKeys: read(listSigningKeys),
    rotateSigningKeys: write(rotateSigningKeys),
    retireSigningKeys: write(retireSigningKeys),
  },
})

type AdminGroup = Exclude<
  keyof AdminContract,
  | 'chargebacks'
  | 'clock'
  | 'figures'
  | 'legalHolds'
  | 'marketDesk'
  | 'moderation'
  | 'moneyDesk'
  | 'operators'
  | 'policy'
>

export const clock = (manual: ManualClock): Handlers<AdminContract['clock']> => ({
  getClock: read(async ({ now }) => ({ now: now.toISOString() })),
  advanceClock: write(advanceClock(manual)),
})
