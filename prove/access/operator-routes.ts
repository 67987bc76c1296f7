/** Every operator route, called by every kind of operator: the contract's roles decide, and refused calls record nothing. */
import { adminContract, type Route } from 'souk-contract'
import { call, startSouk, type Souk } from '../../server/test/fixtures/harness.ts'
import { fail } from '../../server/test/fixtures/fail.ts'
import type { CallResult } from '../../server/test/fixtures/operations.ts'
import { plantScript } from '../lib/plant-script.ts'
import { assertClaim, type Counts } from '../suite.ts'
import { operatorFaults } from './faults.ts'
import {
  createOperatorCallers,
  listedEmail,
  type AccessDecision,
  type OperatorCaller,
} from './operator-callers.ts'

const routes = Object.values(adminContract).flatMap((group) => Object.entries<Route>(group))

interface OperatorCall {
  readonly operation: string
  readonly route: Route
  readonly caller: OperatorCaller
  readonly expected: AccessDecision
}

export async function proveOperatorRoutes(fault: string | undefined): Promise<Counts> {
  const souk = await startSouk({ rateLimitScale: 1_000_000, operatorEmails: [listedEmail] })
  try {
    const planted = operatorFaults[fault ?? '']
    if (planted !== undefined) await plantScript(souk, planted.script)
    const calls = callsBy(await createOperatorCallers(souk))
    const refused = calls.filter(({ expected }) => expected !== 'allowed')
    const entries = await auditEntries(souk)
    const counts = await makeCalls(souk, refused)
    const added = (await auditEntries(souk)) - entries
    assertClaim(added === 0, `refused calls of operator routes added ${added} audit entries`)
    const allowed = await makeCalls(
      souk,
      calls.filter(({ expected }) => expected === 'allowed'),
    )
    return { ...counts, ...allowed }
  } finally {
    await souk.stop()
  }
}

/** The clock moves last: passwords are recent for ten minutes. */
function callsBy(callers: readonly OperatorCaller[]): OperatorCall[] {
  const calls = routes.flatMap(([operation, route]) =>
    callers.map((caller) => {
      const access = route.operators ?? fail(`${operation} names no operators`)
      return { operation, route, caller, expected: caller.expected(access) }
    }),
  )
  const movesClock = ({ operation }: OperatorCall) => (operation === 'advanceClock' ? 1 : 0)
  return calls.toSorted((left, right) => movesClock(left) - movesClock(right))
}

async function makeCalls(souk: Souk, calls: readonly OperatorCall[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  const violations: string[] = []
  for (const { operation, route, caller, expected } of calls) {
    const { params, query, body } = route.example
    const decision = decisionIn(await call(souk.app, operation, { ...params, ...query, ...body }, caller.as))
    counts[`operators: ${decision}`] = (counts[`operators: ${decision}`] ?? 0) + 1
    if (decision !== expected)
      violations.push(`${operation}, called by ${caller.name}: ${decision}, not ${expected}`)
  }
  assertClaim(violations.length === 0, violations.slice(0, 5).join('\n  '))
  return counts
}

/** An allowed call may fail for other reasons: the example names objects that do not exist. */
function decisionIn({ status, body }: CallResult<unknown>): AccessDecision {
  const { error, code }: { error?: unknown; code?: unknown } = body
  const message = String(error)
  if (status === 401) return 'not signed in'
  if (code === 'reauthentication-required') return 'password required'
  if (status === 403 && message.includes('does not allow this operation')) return 'wrong role'
  if (status === 404 && message.startsWith('Page not found')) return 'no such page'
  return 'allowed'
}

async function auditEntries({ context }: Souk): Promise<number> {
  const { database } = context
  const counted = database.selectFrom('audit_entries').select((of) => of.fn.countAll<bigint>().as('entries'))
  return Number((await counted.executeTakeFirstOrThrow()).entries)
}
