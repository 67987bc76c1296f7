import type { Contract } from 'souk-contract'
import { read, write, type Handlers } from '../../operation.ts'
import { getApprovalGate } from './get-approval-gate.ts'
import { simulateGate } from './simulate-gate.ts'
import { updateApprovalGate } from './update-approval-gate.ts'

export const approvalGate: Handlers<Contract['approvalGate']> = {
  getApprovalGate: read(getApprovalGate),
  updateApprovalGate: write(updateApprovalGate),
  simulateGate: read(simulateGate),
}
