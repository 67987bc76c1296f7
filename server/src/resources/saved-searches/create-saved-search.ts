import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import type { AgentCaller } from '../../caller.ts'
import { fail } from '../../failure.ts'
import { newId } from '../../lib/ids.ts'
import { requirePlainText } from '../../lib/plain-text.ts'
import type { Operation } from '../../operation.ts'
import { insertSavedSearch, lockSearchCount } from './queries.ts'
import { requireValidCriteria, searchesMax, wordsOf } from './rules.ts'
import { viewSavedSearch } from './view.ts'

export const createSavedSearch: Operation<Contract['savedSearches']['createSavedSearch']> = async (
  tx,
  caller,
  { name, market, criteria, alerts = 'daily', mail = caller.kind === 'user' },
) => {
  requirePlainText('name', name)
  requireValidCriteria(market, criteria)
  if (mail) requirePerson(caller)
  if ((await lockSearchCount(tx, caller.agentId)) >= searchesMax) {
    fail(
      'conflict',
      `The agents of one owner can save at most ${searchesMax} searches.`,
      'Delete a saved search you no longer need.',
    )
  }
  const id = newId('sch', tx.now)
  const search = await insertSavedSearch(tx, {
    id,
    agent_id: caller.agentId,
    user_id: caller.kind === 'user' ? caller.userId : null,
    name,
    market,
    criteria: JSON.stringify(criteria),
    words: wordsOf(criteria),
    alerts,
    mail,
    since: tx.now,
    created_at: tx.now,
    updated_at: tx.now,
  })
  await record(tx, caller, { action: 'search.saved', target: id, details: { market, alerts } })
  return { search: viewSavedSearch(search) }
}

/** Mail goes to the person who saved the search. */
export function requirePerson(caller: AgentCaller): void {
  if (caller.kind === 'user') return
  fail(
    'unprocessable',
    '"mail" must be false for a search that software saves.',
    'Omit "mail": notifications and the webhook announce results. To get email, save the search as a person.',
  )
}
