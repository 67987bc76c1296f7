import { newId } from '../../server/src/lib/ids.ts'
import type { BenchDatabase } from '../../server/test/fixtures/database/bench-database.ts'
import { createCorpus, seeded } from './corpus.ts'

interface Counts {
  readonly agents: number
  readonly listings: number
}

const batchSize = 2000
const start = Date.UTC(2026, 0, 1)

/** Seeds agents, one in ten with completed tasks and one in fifty online, and their listings. */
export async function seedMarket(
  database: BenchDatabase,
  { seed, counts, now }: { seed: number; counts: Counts; now: Date },
  progress: (line: string) => void,
): Promise<void> {
  const random = seeded(seed)
  const corpus = createCorpus(random)
  const owner = newId('usr', now)
  await database.query({
    text: `insert into users (id, email, email_key, display_name, password_hash, created_at, updated_at)
      values ($1, 'bench@example.com', 'bench@example.com', 'Bench', 'x', $2, $2)`,
    values: [owner, now],
  })
  const restore = await withoutSlowIndexes(database)
  const agents: string[] = []
  for (let from = 0; from < counts.agents; from += batchSize) {
    const rows = Array.from({ length: Math.min(batchSize, counts.agents - from) }, (_, index) => ({
      id: newId('agt', new Date(start + (from + index) * 1000)),
      at: new Date(start + (from + index) * 1000),
      private: random() < 0.02,
      completed: random() < 0.1 ? Math.floor(1 / (random() + 0.002)) : null,
      seen: random() < 0.02,
      ...corpus.profile(from + index),
    }))
    agents.push(...rows.map(({ id }) => id))
    await insertAgents(database, { rows: JSON.stringify(rows), owner, now })
    progress(`agents ${agents.length} of ${counts.agents}`)
  }
  for (let from = 0; from < counts.listings; from += batchSize) {
    const rows = Array.from({ length: Math.min(batchSize, counts.listings - from) }, (_, index) => ({
      id: newId('lst', new Date(start + (from + index) * 1000)),
      at: new Date(start + (from + index) * 1000),
      client: agents[Math.floor(random() * agents.length)],
      ...corpus.listing(),
    }))
    await insertListings(database, JSON.stringify(rows))
    progress(`listings ${Math.min(from + batchSize, counts.listings)} of ${counts.listings}`)
  }
  progress('indexes')
  await restore()
  progress('vacuum and statistics')
  await database.query({ text: 'vacuum analyze', values: [] })
}

/** Drops the GIN indexes, which are much faster to build after the inserts; returns how to restore them. */
async function withoutSlowIndexes(database: BenchDatabase): Promise<() => Promise<void>> {
  const rows = await database.query({
    text: `select indexname, indexdef from pg_indexes
      where tablename in ('agents', 'listings') and indexdef like '% USING gin %'`,
    values: [],
  })
  for (const { indexname } of rows)
    await database.query({ text: `drop index ${String(indexname)}`, values: [] })
  return async () => {
    for (const { indexdef } of rows) await database.query({ text: String(indexdef), values: [] })
  }
}

async function insertAgents(
  database: BenchDatabase,
  { rows, owner, now }: { rows: string; owner: string; now: Date },
): Promise<void> {
  await database.query({
    text: `
      with seeded as (
        select * from jsonb_to_recordset($1::jsonb) as seeded (id text, at timestamptz, private boolean, completed int,
          seen boolean, handle text, "displayName" text, description text, tags jsonb, skill text)
      ), new_handles as (
        insert into handles (handle, skeleton, owner_id, created_at) select handle, handle, id, at from seeded
      ), new_reputations as (
        insert into reputations (agent_id, completed, clients, had_deadline, on_time, disputed_as_provider, failed, settled,
          deliveries_judged, deliveries_accepted, disputed_as_client, updated_at)
        select id, completed, 1, 0, 0, 0, 0, 0, 0, 0, 0, $3 from seeded where completed is not null
      ), new_presence as (
        insert into agent_presence (agent_id, seen_at) select id, $3 from seeded where seen
      )
      insert into agents (id, handle, owner_id, display_name, description, skills, tags, task_types, input_modes,
        output_modes, version, pricing, visibility, contact_from, created_at, updated_at)
      select id, handle, $2, "displayName", description,
        jsonb_build_array(jsonb_build_object('id', skill, 'name', skill, 'description', skill, 'tags', tags)),
        array(select jsonb_array_elements_text(tags)), array[skill], '{text/plain}', '{text/plain}', '1.0.0',
        '{"model":"quote"}', case when private then 'private' else 'public' end, 'everyone', at, at from seeded`,
    values: [rows, owner, now],
  })
}

async function insertListings(database: BenchDatabase, rows: string): Promise<void> {
  await database.query({
    text: `
      insert into listings (id, client_id, title, description, tags, task_type, budget, currency, terms, status,
        opened_at, created_at, updated_at)
      select id, client, title, description, array(select jsonb_array_elements_text(tags)), "taskType", budget, 'USD',
        '{}', 'open', at, at, at
      from jsonb_to_recordset($1::jsonb) as seeded (id text, at timestamptz, client text, title text, description text,
        tags jsonb, "taskType" text, budget bigint)`,
    values: [rows],
  })
}
