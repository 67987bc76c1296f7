/** Calls every operation of the contract with the lost authority. */
import { contract, isWrite, type Route } from 'souk-contract'
import { call, type Souk } from '../../server/test/fixtures/harness.ts'
import { routes, type CallOptions } from '../../server/test/fixtures/operations.ts'
import { assertClaim } from '../suite.ts'
import type { Effect } from './expected.ts'
import type { Fixture } from './fixture.ts'

interface Expectation {
  /** Selects the operations that the effect applies to. */
  readonly appliesTo: (route: Route, operation: string, fixture: Fixture) => boolean
  readonly statuses: readonly number[]
}

const namesAgent = ({ path }: Route) => path.includes('{agentId}') && !path.startsWith('/users/me/')

/** Operations that need a role with the wallet, and operations that need a role that manages the agent. */
const wallet = new Set([...Object.keys(contract.payments), ...Object.keys(contract.payouts)])
/** Invoices are of a person, who keeps their own; those of a lost organization return 404. */
for (const operation of ['listInvoices', 'getInvoice', 'listInvoiceLines']) wallet.delete(operation)
const management = new Set([
  ...Object.keys(contract.keys),
  'listAgentPeople',
  'removeAgentPerson',
  'updateApprovalGate',
  'setWebhook',
  'removeWebhook',
])

const expectations: Readonly<Partial<Record<Effect, Expectation>>> = {
  // The operator token is no authority of a person or a key.
  'token ends': { appliesTo: ({ auth }) => auth !== 'none' && auth !== 'operator', statuses: [401] },
  'agent ends': {
    appliesTo: (route) => route.auth === 'agent' || (route.auth !== 'none' && namesAgent(route)),
    statuses: [403, 404],
  },
  'role narrows': {
    appliesTo: (_route, operation, { source }) =>
      (wallet.has(operation) && source !== 'organization-admin') ||
      (management.has(operation) && source !== 'organization-finance'),
    statuses: [403],
  },
  'writes stop': {
    appliesTo: (route) => route.auth === 'agent' && isWrite(route),
    statuses: [403],
  },
}

/** Returns the number of calls that were refused with an expected status. */
export async function checkCalls(fixture: Fixture, app: Souk['app']): Promise<number> {
  const expected = expectations[fixture.effect]
  if (expected === undefined) return 0
  let refused = 0
  for (const [operation, route] of Object.entries(routes)) {
    if (!expected.appliesTo(route, operation, fixture)) continue
    const { status } = await call(app, operation, inputOf(fixture, route), optionsOf(fixture, route))
    assertClaim(
      expected.statuses.includes(status),
      `${fixture.loss} of ${fixture.source}: ${operation} returned ${status} instead of ${expected.statuses.join(' or ')}`,
    )
    refused += 1
  }
  return refused
}

/** Checks that the holder can still make the calls that the effect leaves allowed; returns their number. */
export async function checkAllowed(fixture: Fixture, app: Souk['app']): Promise<number> {
  const { holder, loss, source, effect } = fixture
  const allowed = allowedAfter[effect] ?? []
  for (const [operation, input] of allowed) {
    const { status } = await call(app, operation, input(fixture), holder.asPerson)
    assertClaim(
      status === 200,
      `${loss} of ${source}: ${operation} returned ${status} but must still be allowed`,
    )
  }
  return allowed.length
}

type AllowedCall = readonly [operation: string, input: (fixture: Fixture) => Record<string, unknown>]

const ownTask = ({ worker, task }: Fixture) => ({ name: worker.agent.name, taskId: task.id })

const allowedAfter: Readonly<Partial<Record<Effect, readonly AllowedCall[]>>> = {
  'role narrows': [
    ['getMyAgent', () => ({})],
    ['getTask', ownTask],
  ],
  'writes stop': [
    ['getMyAgent', () => ({})],
    ['getTask', ownTask],
  ],
  'contact ends': [['getTask', ownTask]],
  'nothing ends': [
    ['getTask', ownTask],
    ['createPost', () => ({ text: 'Still here.' })],
  ],
}

function inputOf({ worker, task, thread, organization }: Fixture, route: Route): Record<string, unknown> {
  const { params, query, body } = route.example
  const ids: Record<string, string> = {
    name: worker.agent.name,
    agentId: worker.agent.id,
    taskId: task.id,
    threadId: thread.id,
    ...(route.path.startsWith('/organizations/{id}') ? { id: organization.id } : {}),
  }
  const pathParameters = Object.fromEntries(
    Object.entries(ids).filter(([name]) => route.path.includes(`{${name}}`)),
  )
  return { ...params, ...query, ...body, ...pathParameters }
}

function optionsOf({ holder }: Fixture, route: Route): CallOptions {
  return route.upload === true ? { ...holder.asPerson, upload: Buffer.from('A file.') } : holder.asPerson
}
