import type { AdminContract, Policy } from 'souk-contract'
import { namedIds, viewAuditEntry } from '../audit/view.ts'
import type { Config } from '../config/config.ts'
import type { ManualClock } from '../lib/clock.ts'
import { suppressionsAfter } from '../mails/suppression-queries.ts'
import { read, write, type Handlers } from '../operation.ts'
import { pageOf } from '../paging.ts'
import { auditEntriesBefore } from '../resources/market-desk/audit-queries.ts'
import { findNames } from '../resources/market-desk/name-queries.ts'
import { advanceClock } from './advance-clock.ts'
import { checkDeployment } from './check-deployment.ts'
import { suppressAddress, viewSuppression } from './suppress-address.ts'
import { unsuppressAddress } from './unsuppress-address.ts'
import { verifyAudit } from './verify-audit.ts'
import { verifyLedger } from './verify-ledger.ts'

export const ledger: Handlers<AdminContract['ledger']> = { verifyLedger: read(verifyLedger) }

export const audit: Handlers<AdminContract['audit']> = {
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
}

export const deployment = (config: Config, initial: Policy): Handlers<AdminContract['deployment']> => ({
  checkDeployment: checkDeployment(config, initial),
})

export const mails = (operatorEmails: Config['operatorEmails']): Handlers<AdminContract['mails']> => ({
  listSuppressions: read(async (reader, _caller, { page }) =>
    pageOf(await suppressionsAfter(reader, page), page, viewSuppression, (row) => [row.address_key]),
  ),
  suppressAddress: write(suppressAddress(operatorEmails)),
  unsuppressAddress: write(unsuppressAddress),
})

export const clock = (manual: ManualClock): Handlers<AdminContract['clock']> => ({
  getClock: read(async ({ now }) => ({ now: now.toISOString() })),
  advanceClock: write(advanceClock(manual)),
})
