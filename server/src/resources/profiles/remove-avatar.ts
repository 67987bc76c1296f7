import type { Contract } from 'souk-contract'
import type { Operation } from '../../operation.ts'
import { lockAgent } from '../agents/access-queries.ts'
import { requireManager } from './access.ts'
import { saveImage } from './image-stages.ts'

export const removeAvatar: Operation<Contract['profiles']['removeAvatar']> = async (tx, caller) => {
  requireManager(caller)
  await lockAgent(tx, caller.agentId)
  return saveImage(tx, caller, 'avatar', null)
}
