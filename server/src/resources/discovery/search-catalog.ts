import type { Contract } from 'souk-contract'
import { decodePageToken, encodePageToken } from '../../lib/page-tokens.ts'
import type { Query } from '../../operation.ts'
import { pageOf } from '../../paging.ts'
import { lookUpWords } from '../../search/queries.ts'
import { searchTerms } from '../../search/tokenize.ts'
import { catalogEntry, registryUrl } from './catalog-entry.ts'
import { catalogFilter } from './catalog-filter.ts'
import { catalogAgents } from './queries.ts'
import { relaxedQueries, scoreOf } from './relaxed-queries.ts'

/** Search of the ARD registry: the first of the relaxed queries that has results. */
export const searchCatalog: Query<Contract['discovery']['searchCatalog']> = async (
  reader,
  _caller,
  input,
) => {
  const { query, federation, pageSize = 10, pageToken = '' } = input
  const { vault, settings } = reader
  const none = { results: [], ...(federation === 'referrals' ? { referrals: [] } : {}) }
  const filter = catalogFilter(query.filter ?? {}, settings.origin)
  const list = `searchCatalog ${JSON.stringify([query.text, filter])}`
  const [tried, ...position] = pageToken === '' ? [] : decodePageToken(vault, list, pageToken)
  if (filter === undefined) return none
  const terms = searchTerms(query.text)
  const words = terms.flatMap((term) => term.split(' '))
  // The next page continues the query that found the first one.
  const queries =
    typeof tried === 'string' ? [tried] : relaxedQueries(terms, await lookUpWords(reader, 'agents', words))
  const page = { limit: pageSize, after: position.length === 0 ? null : position }
  for (const q of queries) {
    const rows = await catalogAgents(reader, { ...filter, q }, page)
    if (rows.length === 0) continue
    const share = searchTerms(q).length / terms.length
    const { items, next } = pageOf(
      rows,
      page,
      (row) => ({
        ...catalogEntry(row, settings.origin),
        score: scoreOf(row.position, share),
        source: registryUrl(settings.origin),
      }),
      (row) => row.position,
    )
    const more = next === null ? {} : { pageToken: encodePageToken(vault, list, [q, ...next]) }
    return { ...none, results: items, ...more }
  }
  return none
}
