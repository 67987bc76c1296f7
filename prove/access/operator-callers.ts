/** Callers of operator routes, each with the decision that the contract requires for a route. */
import { operatorRoles, type OperatorRole, type Route } from 'souk-contract'
import { minute } from '../../server/src/lib/clock.ts'
import { asOperator, type CallOptions } from '../../server/test/fixtures/operations.ts'
import { fail } from '../../server/test/fixtures/fail.ts'
import type { Person, Souk } from '../../server/test/fixtures/harness.ts'
import { createTestAgent } from '../../server/test/fixtures/people/test-agents.ts'

type OperatorAccess = NonNullable<Route['operators']>

export type AccessDecision = 'allowed' | 'wrong role' | 'password required' | 'no such page' | 'not signed in'

export interface OperatorCaller {
  readonly name: string
  readonly as: CallOptions
  expected(access: OperatorAccess): AccessDecision
}

/** Listed in OPERATOR_EMAILS: an admin without a stored role. */
export const listedEmail = 'listed@example.com'

const stalePasswordMs = 11 * minute

export async function createOperatorCallers(souk: Souk): Promise<OperatorCaller[]> {
  const keeper = await souk.operator('admin')
  const listed = await suspendedAdmin(souk, keeper)
  const stale: OperatorCaller[] = []
  for (const role of operatorRoles) stale.push(withStalePassword(role, await souk.operator(role)))
  souk.clock.advance(stalePasswordMs)
  await confirmPassword(souk, keeper)
  const fresh: OperatorCaller[] = []
  for (const role of operatorRoles) fresh.push(withRecentPassword(role, await souk.operator(role)))
  const machine: OperatorCaller = {
    name: 'the operator token',
    as: asOperator,
    expected: ({ token }) => (token ? 'allowed' : 'wrong role'),
  }
  return [
    ...fresh,
    ...stale,
    machine,
    await demotedAdmin(souk, keeper),
    listed,
    ...(await outsiders(souk, keeper)),
  ]
}

function withRecentPassword(role: OperatorRole, { token }: Person): OperatorCaller {
  return {
    name: `an operator with the role ${role}`,
    as: { as: token },
    expected: ({ roles }) => (includes(roles, role) ? 'allowed' : 'wrong role'),
  }
}

function withStalePassword(role: OperatorRole, { token }: Person): OperatorCaller {
  return {
    name: `an operator with the role ${role}, eleven minutes after the password`,
    as: { as: token },
    expected: ({ roles, reauthentication }) =>
      !includes(roles, role) ? 'wrong role' : reauthentication === true ? 'password required' : 'allowed',
  }
}

const includes = (roles: readonly OperatorRole[], role: OperatorRole) => roles.includes(role)

async function demotedAdmin(souk: Souk, keeper: Person): Promise<OperatorCaller> {
  const person = await souk.operator('admin')
  await souk.call('changeOperator', { userId: person.user.id, role: 'auditor' }, { as: keeper.token })
  return { ...withRecentPassword('auditor', person), name: 'an admin who has become auditor' }
}

/** An admin by OPERATOR_EMAILS, who was suspended before the address was verified. */
async function suspendedAdmin(souk: Souk, keeper: Person): Promise<OperatorCaller> {
  const as = { as: keeper.token }
  const account = { email: listedEmail, password: 'correct horse battery', displayName: 'Eve' }
  const { user, token } = (await souk.call('registerUser', account)).data
  const opened = await souk.call('openCase', { kind: 'user', subjectId: user.id, reason: 'Fraud.' }, as)
  const caseId = opened.data.case.id
  const decided = await souk.call('decideCase', { caseId, outcome: 'suspend', reason: 'Fraud.' }, as)
  if (decided.status !== 200) fail(`decideCase returned ${decided.status}`)
  await souk.call('verifyEmail', { token: await souk.mailedToken(listedEmail, /Verify/) })
  return { name: 'a suspended admin', as: { as: token }, expected: () => 'no such page' }
}

async function outsiders(souk: Souk, keeper: Person): Promise<OperatorCaller[]> {
  const [removed, signedOut] = [await souk.operator('admin'), await souk.operator('admin')]
  await souk.call('removeOperator', { userId: removed.user.id }, { as: keeper.token })
  await souk.call('endCurrentSession', {}, { as: signedOut.token })
  const { key, person } = await createTestAgent(souk)
  const hidden = (name: string, { token }: Person): OperatorCaller => ({
    name,
    as: { as: token },
    expected: () => 'no such page',
  })
  const refused = (name: string, as: CallOptions): OperatorCaller => ({
    name,
    as,
    expected: () => 'not signed in',
  })
  return [
    hidden('a removed admin', removed),
    hidden('a person without a role', person),
    refused('an admin who has signed out', { as: signedOut.token }),
    refused('an agent key', key),
    refused('an anonymous caller', {}),
  ]
}

async function confirmPassword(souk: Souk, { token, password }: Person): Promise<void> {
  const { status } = await souk.call('confirmPassword', { password }, { as: token })
  if (status !== 200) fail(`confirmPassword returned ${status}`)
}
