import { record } from '../../audit/record.ts'
import { systemCaller } from '../../caller.ts'
import type { Tx } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'
import { relatedPeople } from './evasion-queries.ts'
import { openCaseOn } from './open-case-on.ts'
import { insertStep } from './queries.ts'
import { findSubject } from './subject-queries.ts'

/** Opens a case on a person who shares a mailbox or a card with a suspended one. It takes no measure. */
export async function suspectEvasion(tx: Tx, userId: Id<'usr'>): Promise<void> {
  const suspended = (await relatedPeople(tx, userId)).filter(({ standing }) => standing === 'suspended')
  const subject = suspended.length === 0 ? undefined : await findSubject(tx, 'user', userId)
  if (subject === undefined) return
  const { row, created } = await openCaseOn(tx, 'user', subject, null)
  if (!created) return
  const matches = suspended.map(({ id, by }) => `${id} (${by})`).join(', ')
  const reason = `Possible evasion of a suspension: the same ${suspended[0]?.by === 'card' ? 'card' : 'mailbox'} as ${matches}.`
  await insertStep(tx, row.id, { action: 'noted', userId: null, details: { reason } })
  await record(tx, systemCaller, {
    action: 'evasion.suspected',
    target: userId,
    details: { case: row.id, matches },
  })
}
