import type { Contract } from 'souk-contract'
import { notFound } from '../../failure.ts'
import { read, write, type Handlers } from '../../operation.ts'
import { pageOf } from '../../paging.ts'
import { isInsider } from './access.ts'
import { createLinkCode } from './create-link-code.ts'
import { createOwnedAgent } from './create-agent.ts'
import { getAccountContext } from './get-account-context.ts'
import { findAgent, getAgentRow, publicAgents } from './queries.ts'
import { updateMyAgent } from './update-my-agent.ts'
import { viewAgent } from './view.ts'

export const agents: Handlers<Contract['agents']> = {
  listAgents: read(async (reader, _caller, { page, ...search }) => {
    const rows = await publicAgents(reader, search, page)
    return pageOf(
      rows,
      page,
      (row) => viewAgent(row, 'public'),
      (row) => [row.rank, row.id],
    )
  }),
  getAgent: read(async (reader, caller, { name }) => {
    const agent = await findAgent(reader, name)
    if (agent === undefined) return notFound('agent')
    const insider = await isInsider(reader, caller, agent.id)
    if (agent.visibility === 'private' && !insider) return notFound('agent')
    return { agent: viewAgent(agent, insider ? 'insider' : 'public') }
  }),
  getMyAgent: read(async (reader, caller) => ({
    agent: viewAgent(await getAgentRow(reader, caller.agentId), 'insider'),
  })),
  getAccountContext: read(getAccountContext),
  updateMyAgent: write(updateMyAgent),
  createOwnedAgent: write(createOwnedAgent),
  createLinkCode: write(createLinkCode),
}
