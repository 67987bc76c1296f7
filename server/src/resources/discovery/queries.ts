import { sql, type RawBuilder } from 'kysely'
import type { Reader } from '../../db/transact.ts'
import type { PageRequest } from '../../operation.ts'
import { belongsTo, findAgents, inOrder } from '../agents/search-queries.ts'
import { agentColumns } from '../agents/queries.ts'
import { cardAgents, type CardAgent } from '../cards/queries.ts'
import type { CatalogFilter } from './catalog-filter.ts'
import type { DiscoveryFilter, ModeFilter } from './rules.ts'
import { readByPeople } from '../../tasks/wire/content-types.ts'
import type { Position } from '../../lib/page-tokens.ts'

export type FoundAgent = CardAgent & { position: Position }

/** Public agents that match the filter, best match first; newest first without search terms. */
export async function discoveredAgents(
  reader: Reader,
  filter: DiscoveryFilter,
  page: PageRequest,
): Promise<FoundAgent[]> {
  const search = { q: filter.capability, conditions: conditions(filter) }
  const found = await findAgents(reader, search, page)
  return inOrder(found, await cardAgents(reader).where(belongsTo(found)).execute())
}

/** Public agents that match the words and have one value of each list, best match first. */
export async function catalogAgents(
  reader: Reader,
  { q, tags, skills, handles }: CatalogFilter & { readonly q: string },
  page: PageRequest,
) {
  const having = [
    ...(tags === null ? [] : [sql<boolean>`tags && ${[...tags]}::text[]`]),
    ...(skills === null ? [] : [sql<boolean>`(${sql.join(skills.map(withSkill), sql` or `)})`]),
    ...(handles === null ? [] : [sql<boolean>`handle = any(${[...handles]}::text[])`]),
  ]
  const found = await findAgents(reader, { q, conditions: having }, page)
  const rows = await reader.selectFrom('agents').select(agentColumns).where(belongsTo(found)).execute()
  return inOrder(found, rows)
}

function withSkill(id: string): RawBuilder<boolean> {
  return sql`public_skills @> ${JSON.stringify([{ id }])}::jsonb`
}

function conditions(filter: DiscoveryFilter): RawBuilder<boolean>[] {
  return [
    ...filter.tags.map(tagged),
    ...(filter.taskType === null ? [] : [sql<boolean>`task_types @> array[${filter.taskType}::text]`]),
    ...(filter.inputModes === null ? [] : [acceptsMode(filter.inputModes)]),
    ...(filter.outputModes === null ? [] : [hasMode('output', filter.outputModes)]),
  ]
}

/** By a tag of the profile or of a public skill; both columns are indexed. */
function tagged(tag: string): RawBuilder<boolean> {
  const skill = JSON.stringify([{ tags: [tag] }])
  return sql`(tags @> array[${tag}::text] or public_skills @> ${skill}::jsonb)`
}

/** People open files of any type, whatever modes their profile has. */
function acceptsMode(modes: ModeFilter): RawBuilder<boolean> {
  return sql`(kind = any(${[...readByPeople]}::text[]) or ${hasMode('input', modes)})`
}

/** Modes of a profile: those of the agent and of its public skills. */
function hasMode(direction: 'input' | 'output', { exact, families }: ModeFilter): RawBuilder<boolean> {
  const ofAgent = sql.ref(`${direction}_modes`)
  const ofSkills = `$[*].${direction}Modes[*]`
  const fits = sql`lower(mode) = any(${[...exact]}::text[]) or split_part(lower(mode), '/', 1) = any(${[...families]}::text[])`
  return sql`(exists (select from unnest(${ofAgent}) as mode where ${fits}) or exists (
    select from jsonb_array_elements_text(jsonb_path_query_array(public_skills, ${ofSkills}::jsonpath)) as mode
    where ${fits}))`
}
