import type { AdminContract } from 'souk-contract'
import { found } from '../../failure.ts'
import { isId } from '../../lib/ids.ts'
import type { Operation } from '../../operation.ts'
import { consentsOf } from '../../policy/terms-queries.ts'
import { relatedPeople } from '../moderation/evasion-queries.ts'
import { findOperator } from '../operators/queries.ts'
import { openSessionsOf } from '../sessions/queries.ts'
import { viewSession } from '../sessions/view.ts'
import { findUser } from '../users/queries.ts'
import { agentsOfPerson, organizationsOfPerson } from './queries.ts'
import { sharedDetails } from './shared-details.ts'

const sessionsMax = 50

export const getUserDetails: Operation<AdminContract['marketDesk']['getUserDetails']> = async (
  tx,
  caller,
  { userId },
) => {
  const user = found(isId('usr', userId) ? await findUser(tx, userId) : undefined, 'person')
  const sessions = await openSessionsOf(tx, user.id, { limit: sessionsMax, after: null })
  const related = await relatedPeople(tx, user.id)
  return {
    user: {
      id: user.id,
      displayName: user.display_name,
      email: user.email,
      emailVerified: user.email_verified_at !== null,
      standing: user.standing,
      operatorRole: (await findOperator(tx, user.id))?.role ?? null,
      createdAt: user.created_at.toISOString(),
      consents: await consentsOf(tx, user.id),
      sessions: sessions.slice(0, sessionsMax).map((row) => viewSession(row, caller)),
      agents: (await agentsOfPerson(tx, user.id)).map(({ display_name: displayName, ...agent }) => ({
        ...agent,
        displayName,
      })),
      organizations: (await organizationsOfPerson(tx, user.id)).map(
        ({ display_name: displayName, ...organization }) => ({ ...organization, displayName }),
      ),
      related: related.map(({ display_name: displayName, ...person }) => ({ ...person, displayName })),
      evasionSuspected:
        user.standing !== 'suspended' && related.some(({ standing }) => standing === 'suspended'),
      ...(await sharedDetails(tx, caller, 'user', user.id)),
    },
  }
}
