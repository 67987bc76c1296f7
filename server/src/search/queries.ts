import { sql } from 'kysely'
import type { Reader, Tx } from '../db/transact.ts'
import type { Market } from './tables.ts'
import type { KnownWord } from './edit-distance.ts'

/** Number of texts with the word, and of agents with it in their name. */
export interface CountedWord extends KnownWord {
  readonly names: number
}

/** The counts of a typed word include every word that it is a prefix of. */
interface TypedWord extends CountedWord {
  readonly typed: string
  /** Similar known words, if it may be misspelled. */
  readonly near: readonly CountedWord[]
}

/** At most this many words with a prefix are summed; above that a prefix matches nearly everything. */
const prefixWordsMax = 3000
const nearMax = 300

/** Vocabulary entries of the typed words. */
export async function lookUpWords(
  reader: Reader,
  market: Market,
  typed: readonly string[],
): Promise<TypedWord[]> {
  const uses = sql.ref(market)
  const { rows } = await sql<TypedWord>`/* known-words */
    select typed.typed, typed.word, known.uses, known.names, near.words as near
    from (select word as typed, lower(word) as word, place from unnest(${[...typed]}::text[]) with ordinality as input (word, place)) typed
    cross join lateral (
      select case when count(*) < ${prefixWordsMax} then coalesce(sum(uses), 0)::int else 2147483647 end as uses,
        case when count(*) < ${prefixWordsMax} then coalesce(sum(names), 0)::int else 2147483647 end as names
      from (select ${uses} as uses, names from search_words
        where word >= typed.word collate "C" and word < (typed.word || chr(1114111)) collate "C"
        limit ${prefixWordsMax}) with_prefix
    ) known
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('word', word, 'uses', uses, 'names', names)), '[]') as words
      from (select word, ${uses} as uses, names from search_words
        where keys && typo_keys(case when known.uses < ${correctableUsesMax} then typed.word else '' end)
          and abs(length(word) - length(typed.word)) <= 2 and ${uses} > known.uses
        order by ${uses} desc, word limit ${nearMax}) similar_words
    ) near
    order by typed.place`.execute(reader)
  return rows
}

/** Words used more often than this are considered correct. */
const correctableUsesMax = 1000

/** Locks the vocabulary until the transaction ends; false if it is not due or another node holds the lock. */
export async function lockDueRebuild(tx: Tx): Promise<boolean> {
  const { rows } = await sql`
    select from search_progress where due_at <= ${tx.now} for no key update skip locked`.execute(tx)
  return rows.length > 0
}

export async function scheduleNextRebuild(tx: Tx, dueAt: Date): Promise<void> {
  await sql`update search_progress set due_at = ${dueAt}`.execute(tx)
}

/** Counts the words of all public texts, and writes the rows that changed. */
export async function updateVocabulary(tx: Tx): Promise<void> {
  // Reads the whole marketplace, which may exceed the statement timeout of ordinary calls.
  await sql`set local statement_timeout = '10min'`.execute(tx)
  await sql`
    with found as (
      select word, ndoc as agents, 0 as names, 0 as listings
      from ts_stat('select search from agents where archived_at is null and visibility = ''public''')
      union all
      select word, 0, ndoc, 0
      from ts_stat('select search from agents where archived_at is null and visibility = ''public''', 'a')
      union all
      select word, 0, 0, ndoc from ts_stat('select search from listings where status in (''open'', ''filled'')')
    ), counted as materialized (
      select word collate "C" as word, sum(agents) as agents, sum(names) as names, sum(listings) as listings
      from found where length(word) <= 40 group by word collate "C"
    ), deleted as (
      delete from search_words where not exists (select from counted where counted.word = search_words.word)
    )
    insert into search_words (word, agents, names, listings) select word, agents, names, listings from counted
    on conflict (word) do update
      set agents = excluded.agents, names = excluded.names, listings = excluded.listings
      where (search_words.agents, search_words.names, search_words.listings)
        is distinct from (excluded.agents, excluded.names, excluded.listings)`.execute(tx)
}
