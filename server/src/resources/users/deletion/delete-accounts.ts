import { randomBytes } from 'node:crypto'
import { record } from '../../../audit/record.ts'
import { systemCaller } from '../../../caller.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/transact.ts'
import { after, day } from '../../../lib/clock.ts'
import type { Id } from '../../../lib/ids.ts'
import { lockAgents, lockOwnAccounts } from '../../agents/archive/queries.ts'
import { endUngrantedLinks } from '../../agents/links/end-ungranted-links.ts'
import { agentsLinkedBy } from '../../agents/links/queries.ts'
import { archiveAgent } from '../../agents/queries.ts'
import { lockUser } from '../queries.ts'
import { revokeEverything } from '../revoke-all-access.ts'
import { deleteExport } from '../export/queries.ts'
import { deletionBlockersOf } from './blockers.ts'
import {
  dueDeletions,
  ownedAgentsOf,
  pseudonymizeAgents,
  pseudonymizeInvitations,
  pseudonymizeUser,
  setDeletionDue,
} from './queries.ts'

const batchSize = 10

/** Deletes the accounts whose grace period is over. */
export async function deleteAccounts({ store, ports }: Context): Promise<number> {
  const due = await store.read((reader) => dueDeletions(reader, batchSize))
  for (const userId of due) {
    // A valid hash of an unknown password: no sign-in succeeds, and an attempt takes the usual time.
    const hash = await ports.passwords.hash(randomBytes(32).toString('hex'))
    await store.write((tx) => deleteAccount(tx, userId, hash))
  }
  return due.length
}

/** Money or work that came in meanwhile postpones the deletion by a day. */
async function deleteAccount(tx: Tx, userId: Id<'usr'>, passwordHash: string): Promise<void> {
  const { deletion_due_at: dueAt } = await lockUser(tx, userId)
  // Another node has deleted it, or the person has restored it.
  if (dueAt === null || dueAt > tx.now) return
  const agents = await ownedAgentsOf(tx, userId)
  const ids = agents.map(({ id }) => id)
  const linked = await agentsLinkedBy(tx, userId)
  if (ids.length + linked.length > 0) await lockAgents(tx, [...ids, ...linked])
  for (const id of ids) await lockOwnAccounts(tx, id)
  if ((await deletionBlockersOf(tx, userId)).length > 0) {
    return setDeletionDue(tx, userId, after(tx.now, day))
  }
  for (const { id, archived_at: archivedAt } of agents) {
    if (archivedAt === null) await archiveAgent(tx, id)
    tx.publish(`profile:${id}`)
  }
  await revokeEverything(tx, userId)
  await deleteExport(tx, userId)
  await pseudonymizeAgents(tx, userId)
  await pseudonymizeInvitations(tx, userId)
  await pseudonymizeUser(tx, userId, passwordHash)
  await endUngrantedLinks(tx, systemCaller, { agentIds: linked, by: userId })
  await record(tx, systemCaller, { action: 'user.deleted', target: userId })
}
