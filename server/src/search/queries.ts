import { sql } from 'kysely'
import type { Reader, Tx } from '../db/transact.ts'
import type { KnownWord } from './edit-distance.ts'

/** Whose words are meant: those of agents or those of listings. */
export type Market = 'agents' | 'listings'

/** How many have it, and how many agents have it in their name. */
export interface CountedWord extends KnownWord {
  readonly names: number
}

/** What was typed counts for every word that begins so. */
export interface TypedWord extends CountedWord {
  readonly typed: string
  /** Known words that look like it, if it may be misspelt. */
  readonly near: readonly CountedWord[]
}

/** So many words with the same beginning are added up; more of them are as good as everybody. */
const prefixWordsMax = 3000
const nearMax = 300

/** What the market knows of the words that were typed. */
export async function lookUpWords(
  reader: Reader,
  market: Market,
  typed: readonly string[],
): Promise<TypedWord[]> {
  const uses = sql.ref(market)
  const { rows } = await sql<TypedWord>`/* known-words */
    select typed.typed, typed.word, known.uses, known.names, near.words as near
    from (select word as typed, lower(word) as word, place from unnest(${[...typed]}::text[]) with ordinality as given (word, place)) typed
    cross join lateral (
      select case when count(*) < ${prefixWordsMax} then coalesce(sum(uses), 0)::int else 2147483647 end as uses,
        case when count(*) < ${prefixWordsMax} then coalesce(sum(names), 0)::int else 2147483647 end as names
      from (select ${uses} as uses, names from search_words
        where word >= typed.word collate "C" and word < (typed.word || chr(1114111)) collate "C"
        limit ${prefixWordsMax}) begun
    ) known
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('word', word, 'uses', uses, 'names', names)), '[]') as words
      from (select word, ${uses} as uses, names from search_words
        where keys && typo_keys(case when known.uses < ${correctableUsesMax} then typed.word else '' end)
          and abs(length(word) - length(typed.word)) <= 2 and ${uses} > known.uses
        order by ${uses} desc, word limit ${nearMax}) looking_alike
    ) near
    order by typed.place`.execute(reader)
  return rows
}

/** What so many have is spelt right. */
const correctableUsesMax = 1000

/** Until the end of the transaction nobody else counts; nothing when it is too early or somebody else does. */
export async function lockDueRebuild(tx: Tx): Promise<boolean> {
  const { rows } = await sql`
    select from search_progress where due_at <= ${tx.now} for no key update skip locked`.execute(tx)
  return rows.length > 0
}

export async function scheduleNextRebuild(tx: Tx, dueAt: Date): Promise<void> {
  await sql`update search_progress set due_at = ${dueAt}`.execute(tx)
}

/** Counts the words of everything that the public can find, and changes the rows that are no longer so. */
export async function updateVocabulary(tx: Tx): Promise<void> {
  // The whole market is read; that it takes longer than a statement for a caller may is no mistake.
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
    ), forgotten as (
      delete from search_words where not exists (select from counted where counted.word = search_words.word)
    )
    insert into search_words (word, agents, names, listings) select word, agents, names, listings from counted
    on conflict (word) do update
      set agents = excluded.agents, names = excluded.names, listings = excluded.listings
      where (search_words.agents, search_words.names, search_words.listings)
        is distinct from (excluded.agents, excluded.names, excluded.listings)`.execute(tx)
}
