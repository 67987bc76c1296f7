import { record, type AuditActor } from '../../../audit/record.ts'
import type { Tx } from '../../../db/transact.ts'
import type { Id } from '../../../lib/ids.ts'
import { endLinkedAccess } from './end-link.ts'
import { deleteUngrantedLinks } from './queries.ts'

interface Loss {
  readonly agentIds: readonly Id<'agt'>[]
  readonly by: Id<'usr'>
}

/** Ends links to these agents whose granters no longer manage them. The agents must be locked. */
export async function endUngrantedLinks(tx: Tx, actor: AuditActor, { agentIds, by }: Loss): Promise<void> {
  for (const { agentId, userId, grantedBy } of await deleteUngrantedLinks(tx, agentIds)) {
    await endLinkedAccess(tx, { agentId, userId, by })
    await record(tx, actor, {
      action: 'agent.person-removed',
      target: agentId,
      details: { user: userId, grantedBy },
    })
  }
}
