import type { CatalogResult } from 'souk-contract'
import type { AgentRow } from '../agents/queries.ts'
import { cardUrl } from '../cards/card.ts'

/** An entry of the AI Catalog, in the form that Agentic Resource Discovery (ARD) 0.9 requires. */
type CatalogEntry = Omit<CatalogResult, 'score' | 'source'>

type CatalogAgent = Pick<
  AgentRow,
  'handle' | 'display_name' | 'description' | 'tags' | 'public_skills' | 'version' | 'updated_at'
>

export const cardType = 'application/a2a-agent-card+json'

/** Base URL of the registry; clients append `/search`. */
export function registryUrl(origin: string): string {
  return `${origin}/api/ard/`
}

export function catalogEntry(agent: CatalogAgent, origin: string): CatalogEntry {
  const { tags, public_skills: skills, description } = agent
  const queries = representativeQueries(skills.flatMap(({ examples = [] }) => examples))
  const capabilities = skills.slice(0, capabilitiesMax).map(({ id }) => id)
  return {
    identifier: identifierOf(origin, 'agent', agent.handle),
    displayName: agent.display_name,
    type: cardType,
    url: cardUrl(origin, agent.handle),
    ...(description.trim() === '' ? {} : { description: shortened(description) }),
    ...(tags.length === 0 ? {} : { tags }),
    ...(capabilities.length === 0 ? {} : { capabilities }),
    ...(queries.length === 0 ? {} : { representativeQueries: queries }),
    version: agent.version,
    updatedAt: agent.updated_at.toISOString(),
  }
}

/** Handles never change, so the name is permanent. The publisher is the host of the marketplace. */
export function identifierOf(origin: string, namespace: string, name: string): string {
  return `urn:air:${publisherOf(origin)}:${namespace}:${name}`
}

/** An IPv6 address has characters that a URN of this form cannot have. */
export function publisherOf(origin: string): string {
  return new URL(origin).hostname.replaceAll(/[^a-zA-Z0-9.-]/g, '-')
}

const capabilitiesMax = 20
const queriesMin = 2
const queriesMax = 5

/** ARD requires two to five, or none. */
function representativeQueries(examples: readonly string[]): string[] {
  const queries = [...new Set(examples.map((example) => example.trim()))].filter((query) => query !== '')
  return queries.length < queriesMin ? [] : queries.slice(0, queriesMax)
}

const descriptionMax = 300

/** Crawlers index a short text; the card has all of it. Cut by code points, so that no surrogate pair is split. */
function shortened(description: string): string {
  const characters = [...description.trim()]
  return characters.length <= descriptionMax
    ? characters.join('')
    : `${characters.slice(0, descriptionMax - 1).join('')}…`
}
