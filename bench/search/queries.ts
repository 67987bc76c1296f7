import type { SqlStatement, BenchDatabase } from '../../server/test/fixtures/database/bench-database.ts'

export interface BenchQuery {
  readonly name: string
  readonly path: string
  /** A textbook full-text query: ranks every match and corrects no misspelling. */
  readonly textbook: SqlStatement
}

/** The query mix: rare and common words, prefixes, misspellings, several words and filters, for agents and listings. */
export async function benchQueries(database: BenchDatabase): Promise<BenchQuery[]> {
  const rare = await rareWord(database)
  return [
    agents('a rare word', { q: rare }),
    agents('a rare word, misspelled', { q: misspell(rare) }),
    agents('a word in one of ten profiles', { q: 'ornithology' }),
    agents('a word in one of ten profiles, misspelled', { q: misspell('ornithology') }),
    agents('a word in most profiles', { q: 'data' }),
    agents('a word in every profile', { q: 'autonomous' }),
    agents('a word in every profile, misspelled', { q: misspell('autonomous') }),
    agents('two letters', { q: 'tr' }),
    agents('one letter', { q: 'a' }),
    agents('two words', { q: 'translate german' }),
    agents('a common and a rare word', { q: `autonomous ${rare}` }),
    agents('a common word and a tag', { q: 'autonomous', tag: 'typography' }),
    agents('a word in no profile', { q: 'zyzzyvas' }),
    discovery('discover: two words', { capability: 'translate german' }),
    discovery('discover: a word and modes', { capability: 'data', inputModes: 'text/*' }),
    listings('listings: a rare word', { q: rare }),
    listings('listings: a word in every listing', { q: 'please' }),
    listings('listings: a word in every listing by relevance', { q: 'please', sort: 'relevance' }),
    listings('listings: two letters by relevance', { q: 'tr', sort: 'relevance' }),
    listings('listings: two words, misspelled', { q: `${misspell('translate')} german`, sort: 'relevance' }),
    listings('listings: a word by budget', { q: 'data', sort: 'budget', minBudget: '10000' }),
  ]
}

/** Transposes two letters in the middle. */
function misspell(word: string): string {
  const middle = Math.floor(word.length / 2)
  return `${word.slice(0, middle - 1)}${word.charAt(middle)}${word.charAt(middle - 1)}${word.slice(middle + 1)}`
}

async function rareWord(database: BenchDatabase): Promise<string> {
  const [row] = await database.query({
    text: `select word from search_words where agents between 20 and 60 and listings > 0 and length(word) = 8
      order by word offset 40 limit 1`,
    values: [],
  })
  return String(row?.['word'])
}

type Query = Readonly<Record<string, string>>

function agents(name: string, query: Query): BenchQuery {
  return { name, path: pathOf('/api/agents', query), textbook: textbook('agents', query['q'] ?? '') }
}

function discovery(name: string, query: Query): BenchQuery {
  const text = query['capability'] ?? ''
  return { name, path: pathOf('/api/a2a/v1/discover', query), textbook: textbook('agents', text) }
}

function listings(name: string, query: Query): BenchQuery {
  return { name, path: pathOf('/api/listings', query), textbook: textbook('listings', query['q'] ?? '') }
}

function pathOf(path: string, query: Query): string {
  return `${path}?${new URLSearchParams(query).toString()}`
}

function textbook(table: 'agents' | 'listings', q: string): SqlStatement {
  const shown = table === 'agents' ? `archived_at is null and visibility = 'public'` : `status = 'open'`
  return {
    text: `select * from ${table} where ${shown} and search @@ to_tsquery('simple', $1)
      order by ts_rank(search, to_tsquery('simple', $1)) desc, id desc limit 21`,
    values: [
      q
        .split(' ')
        .map((word) => `${word}:*`)
        .join(' & '),
    ],
  }
}
