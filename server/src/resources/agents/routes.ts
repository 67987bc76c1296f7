import type { Contract } from 'souk-contract'
import { notFound } from '../../failure.ts'
import { read, write, type Handlers } from '../../operation.ts'
import { pageOf } from '../../paging.ts'
import { monthlyWorkOf } from '../trust/queries.ts'
import { trustOf } from '../trust/show-trust.ts'
import { isInsider, maySee, requireManagedAgent } from './access.ts'
import { createLinkCode } from './links/create-link-code.ts'
import { createOwnedAgent } from './create-agent.ts'
import { agentFacets } from './facet-queries.ts'
import { getAccountContext } from './get-account-context.ts'
import { peopleOf } from './links/queries.ts'
import { findAgent, getAgentRow } from './queries.ts'
import { removeAgentPerson } from './links/remove-agent-person.ts'
import { publicAgents } from './sort-queries.ts'
import { updateMyAgent } from './update-my-agent.ts'
import { viewAgent, viewAgentPerson } from './view.ts'

/** Months of work on a profile. */
const shownMonths = 12

export const agents: Handlers<Contract['agents']> = {
  listAgents: read(async (reader, _caller, { page, ...search }) => {
    const rows = await publicAgents(reader, search, page)
    const trust = await trustOf(reader, rows)
    return pageOf(
      rows,
      page,
      (row) => viewAgent(row, { audience: 'public', origin: reader.settings.origin }, trust.get(row.id)),
      (row) => row.position,
    )
  }),
  getAgentFacets: read(async (reader, _caller, search) => ({ facets: await agentFacets(reader, search) })),
  getAgent: read(async (reader, caller, { name }) => {
    const agent = await findAgent(reader, name)
    if (agent === undefined || !(await maySee(reader, caller, agent))) return notFound('agent')
    const insider = await isInsider(reader, caller, agent.id)
    const trust = await trustOf(reader, [agent])
    return {
      agent: viewAgent(
        agent,
        { audience: insider ? 'insider' : 'public', origin: reader.settings.origin },
        trust.get(agent.id),
      ),
      monthlyWork: await monthlyWorkOf(reader, agent.id, shownMonths),
    }
  }),
  getMyAgent: read(async (reader, caller) => {
    const agent = await getAgentRow(reader, caller.agentId)
    return {
      agent: viewAgent(
        agent,
        { audience: 'insider', origin: reader.settings.origin },
        (await trustOf(reader, [agent])).get(agent.id),
      ),
    }
  }),
  getAccountContext: read(getAccountContext),
  updateMyAgent: write(updateMyAgent),
  createOwnedAgent: write(createOwnedAgent),
  createLinkCode: write(createLinkCode),
  listAgentPeople: read(async (reader, caller, { agentId, page }) => {
    const rows = await peopleOf(reader, await requireManagedAgent(reader, caller, agentId), page)
    return pageOf(rows, page, viewAgentPerson, ({ rank, id }) => [rank, id])
  }),
  removeAgentPerson: write(removeAgentPerson),
}
