import type { Contract } from 'souk-contract'
import type { Operation } from '../../operation.ts'
import { sendInvitation } from './invite-member.ts'

export const addMember: Operation<Contract['organizations']['addMember']> = async (tx, caller, input) => ({
  state: 'invited',
  invitation: await sendInvitation(tx, caller, input),
})
