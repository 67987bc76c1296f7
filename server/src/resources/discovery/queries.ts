import { sql, type RawBuilder } from 'kysely'
import type { Reader } from '../../db/transact.ts'
import { searchWords } from '../../lib/search-words.ts'
import type { PageRequest } from '../../operation.ts'
import { cardAgents, type CardAgent } from '../cards/queries.ts'
import type { DiscoveryFilter, ModeFilter } from './rules.ts'

export type FoundAgent = CardAgent & { rank: number }

/** Public agents that fit, best match first and newest first among equals. */
export async function discoveredAgents(
  reader: Reader,
  filter: DiscoveryFilter,
  page: PageRequest,
): Promise<FoundAgent[]> {
  // Only ids are ranked and sorted; the rest of a card is read for those that are shown.
  return cardAgents(reader)
    .innerJoin(fitting(reader, filter, page).as('found'), 'found.id', 'agents.id')
    .select('found.rank')
    .orderBy('found.rank', 'desc')
    .orderBy('agents.id', 'desc')
    .execute()
}

function fitting(reader: Reader, filter: DiscoveryFilter, page: PageRequest) {
  const words = searchWords(filter.capability)
  const wanted = sql`to_tsquery('simple', ${words})`
  // Rounded, because a page must find the very rank again that the page before ended with.
  const rank =
    words === '' ? sql<number>`0` : sql<number>`round(ts_rank(search, ${wanted})::numeric, 6)::float8`
  const [lastRank, lastId] = page.after ?? []
  const beyond =
    words === '' ? sql<boolean>`id < ${lastId}` : sql<boolean>`(${rank}, id) < (${lastRank}, ${lastId})`
  return reader
    .selectFrom('agents')
    .select('id')
    .select(rank.as('rank'))
    .where('archived_at', 'is', null)
    .where('visibility', '=', 'public')
    .$if(words !== '', (query) => query.where(sql<boolean>`search @@ ${wanted}`))
    .where((where) => where.and(conditions(filter)))
    .$if(page.after !== null, (query) => query.where(beyond))
    .$if(words !== '', (query) => query.orderBy('rank', 'desc'))
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
}

function conditions(filter: DiscoveryFilter): RawBuilder<boolean>[] {
  return [
    ...filter.tags.map(tagged),
    ...(filter.taskType === null ? [] : [sql<boolean>`task_types @> array[${filter.taskType}::text]`]),
    ...(filter.inputModes === null ? [] : [hasMode('input', filter.inputModes)]),
    ...(filter.outputModes === null ? [] : [hasMode('output', filter.outputModes)]),
  ]
}

/** By a tag of the profile or of a skill that the public sees; both have an index. */
function tagged(tag: string): RawBuilder<boolean> {
  const skill = JSON.stringify([{ tags: [tag] }])
  return sql`(tags @> array[${tag}::text] or public_skills @> ${skill}::jsonb)`
}

/** The modes of a profile are those of the agent and those that its public skills name for themselves. */
function hasMode(direction: 'input' | 'output', { exact, families }: ModeFilter): RawBuilder<boolean> {
  const own = sql.ref(`${direction}_modes`)
  const ofSkills = `$[*].${direction}Modes[*]`
  const fits = sql`lower(mode) = any(${[...exact]}::text[]) or split_part(lower(mode), '/', 1) = any(${[...families]}::text[])`
  return sql`(exists (select from unnest(${own}) as mode where ${fits}) or exists (
    select from jsonb_array_elements_text(jsonb_path_query_array(public_skills, ${ofSkills}::jsonpath)) as mode
    where ${fits}))`
}
