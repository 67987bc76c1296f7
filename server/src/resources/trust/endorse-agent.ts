import type { Contract, Skill } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { fail } from '../../failure.ts'
import { newId } from '../../lib/ids.ts'
import type { Operation } from '../../operation.ts'
import { lockAuthor, requireSubject } from './access.ts'
import { getEndorsement, insertEndorsement } from './endorsement-queries.ts'
import { viewEndorsement } from './view.ts'

/** Endorses a skill that another agent lists. */
export const endorseAgent: Operation<Contract['trust']['endorseAgent']> = async (
  tx,
  caller,
  { name, skill, note },
) => {
  await lockAuthor(tx, caller)
  const { id: agentId, public_skills: skills } = await requireSubject(tx, caller, name)
  requireListed(skills, skill)
  const endorsementId =
    (await insertEndorsement(tx, {
      id: newId('end', tx.now),
      agent_id: agentId,
      skill,
      from_id: caller.agentId,
      note: note ?? null,
      created_at: tx.now,
    })) ??
    fail(
      'conflict',
      'Your agent has already endorsed this skill.',
      'Withdraw the endorsement to create a new one.',
    )
  tx.emit({
    kind: 'agent.endorsed',
    agentId,
    subject: endorsementId,
    data: { endorsementId, skill, agentId: caller.agentId },
  })
  await record(tx, caller, { action: 'agent.endorsed', target: agentId, details: { skill } })
  return { endorsement: viewEndorsement(await getEndorsement(tx, endorsementId), skills) }
}

function requireListed(skills: readonly Skill[], skillId: string): void {
  if (skills.some(({ id }) => id === skillId)) return
  fail(
    'unprocessable',
    'The agent does not list this skill.',
    skills.length === 0
      ? 'Choose an agent that lists skills.'
      : `Choose one of: ${skills.map(({ id }) => id).join(', ')}.`,
  )
}
