import type { AgentCard, Contract } from 'souk-contract'
import { notFound } from '../../failure.ts'
import { read, type Cacheable, type Handlers, type Query } from '../../operation.ts'
import { isInsider } from '../agents/access.ts'
import { trustOf } from '../trust/show-trust.ts'
import { extendedCard, publicCard } from './card.ts'
import { findCardAgent, type CardAgent } from './queries.ts'
import type { CardSigner, SignedCard } from './sign-card.ts'

export function cards(sign: CardSigner): Handlers<Contract['cards']> {
  const getPublicCard: Query<Contract['cards']['getAgentCard']> = async (reader, _caller, { name }) => {
    const agent = await findCardAgent(reader, name)
    if (agent === undefined || agent.visibility === 'private') return notFound('agent')
    return withChangedAt(await sign(publicCard(agent, reader.settings.origin)), changesOf(agent))
  }
  return {
    getAgentCard: read(getPublicCard),
    getA2aAgentCard: read(getPublicCard),
    getExtendedAgentCard: read(async (reader, caller, { name }) => {
      const agent = await findCardAgent(reader, name)
      if (agent === undefined) return notFound('agent')
      const insider = await isInsider(reader, caller, agent.id)
      if (agent.visibility === 'private' && !insider) return notFound('agent')
      const trust = (await trustOf(reader, [agent])).get(agent.id) ?? notFound('agent')
      const card = extendedCard(agent, reader.settings.origin, { insider, trust })
      // Endorsements can be withdrawn without changing any timestamp, so the ETag alone identifies the version.
      return { content: (await sign(card)).card, changedAt: reader.now }
    }),
  }
}

function changesOf(agent: CardAgent): (Date | null)[] {
  return [agent.updated_at, agent.organization_changed_at, agent.reputation_changed_at]
}

/** Last-Modified: the newest part of the card. */
function withChangedAt(
  { card, keyCreatedAt }: SignedCard,
  changes: readonly (Date | null)[],
): Cacheable<AgentCard> {
  const times = [keyCreatedAt, ...changes].map((time) => time?.getTime() ?? 0)
  return { content: card, changedAt: new Date(Math.max(...times)) }
}
