import type { Contract } from 'souk-contract'
import { found } from '../../failure.ts'
import { ranged } from '../../operation.ts'
import { contentOf } from '../files/get-file-content.ts'
import { requireAgent } from '../trust/access.ts'
import { findProfileFile } from './queries.ts'

export const getProfileFile = ranged<Contract['profiles']['getProfileFile']>(
  async (reader, caller, { name, fileId }) => {
    const agent = await requireAgent(reader, caller, name)
    const file = found(await findProfileFile(reader, agent.id, fileId), 'file')
    const content = await contentOf(reader, file, caller.kind === 'stranger' ? null : caller.agentId)
    return agent.visibility === 'public' ? { ...content, isPublic: true } : content
  },
)
