/** Names and titles in a case. */
import type { CaseDetails, ModerationCase } from 'souk-contract'
import { marketName } from '../../brand.ts'
import { say } from '../../messages/en/operator-cases.ts'
import { kindNames } from './labels.ts'

export interface CaseProps {
  readonly case: CaseDetails
}

/** Name of a person by their id; an id that has none stays an id. */
export function nameIn({ people }: CaseDetails, userId: string | null): string {
  return people.find(({ id }) => id === userId)?.displayName ?? userId ?? marketName()
}

export function titleOf({ title, kind, agent }: ModerationCase): string {
  return (
    title ?? (agent === null ? kindNames[kind] : say('kindOf', { kind: kindNames[kind], name: agent.name }))
  )
}
