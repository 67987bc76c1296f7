import type { AdminContract } from 'souk-contract'
import { read, write, type Handlers } from '../../operation.ts'
import { pageOf } from '../../paging.ts'
import { getChargeback } from './get-chargeback.ts'
import { chargebacksBefore } from './queries.ts'
import { saveEvidence } from './save-evidence.ts'
import { sendEvidence } from './send-evidence.ts'
import { viewChargeback } from './view.ts'

export const chargebacks: Handlers<AdminContract['chargebacks']> = {
  listChargebacks: read(async (reader, _caller, { state, agentId, page }) => {
    const rows = await chargebacksBefore(reader, { state, agentId, page })
    return pageOf(rows, page, viewChargeback, ({ created_at: at, ref }) => [at.toISOString(), ref])
  }),
  getChargeback: write(getChargeback),
  saveEvidence: write(saveEvidence),
  sendEvidence: write(sendEvidence),
}
