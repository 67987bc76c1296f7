import type { Contract } from 'souk-contract'
import { read, write, type Handlers } from '../../operation.ts'
import { pageOf } from '../../paging.ts'
import { requireAgent } from './access.ts'
import { endorseAgent } from './endorse-agent.ts'
import { endorsementsOf } from './endorsement-queries.ts'
import { recommendAgent } from './recommend-agent.ts'
import { recommendationsOf } from './recommendation-queries.ts'
import { viewEndorsement, viewRecommendation } from './view.ts'
import { withdrawEndorsement } from './withdraw-endorsement.ts'
import { withdrawRecommendation } from './withdraw-recommendation.ts'

export const trust: Handlers<Contract['trust']> = {
  endorseAgent: write(endorseAgent),
  listEndorsements: read(async (reader, caller, { name, skill, page }) => {
    const { id, public_skills: skills } = await requireAgent(reader, caller, name)
    const rows = await endorsementsOf(reader, id, { skill, page })
    return pageOf(
      rows,
      page,
      (row) => viewEndorsement(row, skills),
      (row) => [row.id],
    )
  }),
  withdrawEndorsement: write(withdrawEndorsement),
  recommendAgent: write(recommendAgent),
  listRecommendations: read(async (reader, caller, { name, page }) => {
    const { id } = await requireAgent(reader, caller, name)
    const rows = await recommendationsOf(reader, id, page)
    const agentId = caller.kind === 'stranger' ? null : caller.agentId
    return pageOf(
      rows,
      page,
      (row) => viewRecommendation(row, agentId),
      (row) => [row.id],
    )
  }),
  withdrawRecommendation: write(withdrawRecommendation),
}
