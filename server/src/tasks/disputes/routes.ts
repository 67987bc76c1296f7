import type { Contract } from 'souk-contract'
import { read, write, type Handlers } from '../../operation.ts'
import { findTask } from '../store/read-queries.ts'
import { noContents } from '../wire/view.ts'
import { taskNotFound } from '../lifecycle/task-state.ts'
import { acceptSettlement } from './accept-settlement.ts'
import { addEvidence } from './add-evidence.ts'
import { declineSettlement } from './decline-settlement.ts'
import { offerSettlement } from './offer-settlement.ts'
import { respondToDispute } from './respond-to-dispute.ts'
import { showDispute } from './show-dispute.ts'
import { withdrawDispute } from './withdraw-dispute.ts'

export const disputes: Handlers<Contract['disputes']> = {
  getTaskDispute: read(async (reader, caller, { number, ...address }) => {
    const task = await findTask(reader, caller.agentId, address, noContents)
    return showDispute(reader, task ?? taskNotFound(), number)
  }),
  respondToDispute: write(respondToDispute),
  addEvidence: write(addEvidence),
  offerSettlement: write(offerSettlement),
  acceptSettlement: write(acceptSettlement),
  declineSettlement: write(declineSettlement),
  withdrawDispute: write(withdrawDispute),
}
