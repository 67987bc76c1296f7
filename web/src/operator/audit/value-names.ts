/** Names of the codes in the details of audit entries, by the fact that holds them. */
import { phases } from 'souk-contract'
import { phaseName } from '../../tasks/phase-badge.tsx'
import { kindNames, outcomeDone, reasonNames, stateNames } from '../cases/labels.ts'
import { roleName } from '../market/role-name.ts'
import { roleNames } from '../role-names.ts'

type Names = Readonly<Record<string, string>>

const phaseNames: Names = Object.fromEntries(phases.map((phase) => [phase, phaseName(phase)]))

/** Before and after are roles, or the state and the outcome of a case. */
const changes: Names = { ...stateNames, ...outcomeDone, ...roleNames }

const tables: Readonly<Record<string, Names>> = {
  before: changes,
  after: changes,
  kind: kindNames,
  outcome: outcomeDone,
  phase: phaseNames,
  reason: reasonNames,
  state: stateNames,
}

export function valueName(fact: string, code: string): string {
  return tables[fact]?.[code] ?? (fact === 'role' ? (roleNamed(code) ?? code) : code)
}

/** Roles of operators first: organizations have no `support` and no `auditor`. */
function roleNamed(code: string): string | undefined {
  const names: Names = roleNames
  return names[code] ?? roleName(code)
}
