import type { Contract, Reply } from 'souk-contract'
import { decodePageToken, encodePageToken } from '../../lib/page-tokens.ts'
import { read, type Handlers } from '../../operation.ts'
import { pageOf } from '../../paging.ts'
import { agentUrl, cardUrl, publicCard } from '../cards/card.ts'
import { discoveredAgents, type FoundAgent } from './queries.ts'
import { discoveryFilter } from './rules.ts'
import { searchCatalog } from './search-catalog.ts'

type Found = Reply<Contract['discovery']['discoverAgents']>['agents'][number]

export const discovery: Handlers<Contract['discovery']> = {
  discoverAgents: read(async (reader, _caller, { pageSize = 20, pageToken = '', ...query }) => {
    const { vault, settings } = reader
    const filter = discoveryFilter(query)
    const list = `discoverAgents ${JSON.stringify(filter)}`
    const page = {
      limit: pageSize,
      after: pageToken === '' ? null : decodePageToken(vault, list, pageToken),
    }
    const rows = await discoveredAgents(reader, filter, page)
    const { items, next } = pageOf(
      rows,
      page,
      (row) => viewFound(row, settings.origin),
      (row) => row.position,
    )
    return { agents: items, nextPageToken: next === null ? '' : encodePageToken(vault, list, next) }
  }),
  searchCatalog: read(searchCatalog),
}

function viewFound(agent: FoundAgent, origin: string): Found {
  return {
    agentId: agent.id,
    name: agent.handle,
    kind: agent.kind,
    cardUrl: cardUrl(origin, agent.handle),
    url: agentUrl(origin, agent.handle),
    card: publicCard(agent, origin),
  }
}
