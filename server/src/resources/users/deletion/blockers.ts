import type { Contract, Reply } from 'souk-contract'
import type { Reader } from '../../../db/transact.ts'
import type { Id } from '../../../lib/ids.ts'
import { archiveFactsOf } from '../../agents/archive/queries.ts'
import { blockersOf } from '../../agents/archive/rules.ts'
import { isHeldPerson } from '../../legal-holds/queries.ts'
import { findOperator } from '../../operators/queries.ts'
import { ownedAgentsOf, solelyOwnedOrganizations } from './queries.ts'

type DeletionBlocker = Reply<Contract['users']['checkDeletion']>['blockers'][number]

/** Blockers of the deletion of an account: money and work of its agents, organizations without another owner, a role, a legal hold. */
export async function deletionBlockersOf(reader: Reader, userId: Id<'usr'>): Promise<DeletionBlocker[]> {
  const found: DeletionBlocker[] = []
  for (const { id, handle, display_name: name } of await ownedAgentsOf(reader, userId)) {
    for (const { text, kind: _, ...blocker } of blockersOf(await archiveFactsOf(reader, id)))
      found.push({ kind: 'agent', id, name, text: `${handle}: ${text}`, ...blocker })
  }
  const alone = { name: null, count: null, amount: null }
  for (const { id, handle, display_name: name } of await solelyOwnedOrganizations(reader, userId)) {
    const text = `${handle}: you are its only owner`
    const hint = 'Make another member an owner, or delete it.'
    found.push({ ...alone, kind: 'organization', id, name, reason: 'only_owner', text, hint })
  }
  if ((await findOperator(reader, userId)) !== undefined) {
    const hint = 'Ask an admin to remove your role.'
    found.push({
      ...alone,
      kind: 'operator',
      id: userId,
      reason: 'operator',
      text: 'you are an operator',
      hint,
    })
  }
  if (await isHeldPerson(reader, userId)) {
    const text = 'the operators must currently keep your data'
    const hint = 'Contact the support of the marketplace.'
    found.push({ ...alone, kind: 'hold', id: userId, reason: 'legal_hold', text, hint })
  }
  return found
}
