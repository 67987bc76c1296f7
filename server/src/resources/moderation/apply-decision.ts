import type { Tx } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'
import { endStanding, saveStanding } from '../../standing/queries.ts'
import {
  decisionsOf,
  endDecisions,
  endReplaced,
  hideContent,
  isHidable,
  type DecisionRow,
} from './decision-queries.ts'
import type { CaseRow } from './queries.ts'
import { isLevel, levels } from './rules.ts'

/** Applies a decision that hides, restricts or suspends. A newer decision on the same target replaces the older. */
export async function applyDecision(tx: Tx, { kind }: CaseRow, decision: DecisionRow): Promise<void> {
  const { outcome, target_id: targetId, until, id: decisionId } = decision
  if (outcome === 'hide' && isHidable(kind)) await hideContent(tx, kind, targetId, tx.now)
  if (!isLevel(outcome)) return
  await saveStanding(tx, { subjectId: targetId, level: levels[outcome], until, decisionId })
}

/** Marks the decisions that a new one on the same target replaces. */
export async function replaceDecisions(tx: Tx, targetId: string): Promise<void> {
  await endReplaced(tx, targetId, ['restrict', 'suspend'])
}

/** Ends all decisions of a case that are in effect; returns how many there were. */
export async function liftDecisions(tx: Tx, { id, kind }: CaseRow): Promise<number> {
  const inEffect = (await decisionsOf(tx, id)).filter((decision) => decision.in_effect)
  const ids: Id<'mdc'>[] = inEffect.map((decision) => decision.id)
  for (const { outcome, target_id: targetId } of inEffect) {
    if (outcome === 'hide' && isHidable(kind)) await hideContent(tx, kind, targetId, null)
    if (isLevel(outcome)) await endStanding(tx, targetId, ids)
  }
  await endDecisions(tx, ids)
  return inEffect.length
}
