import { Type, type Static } from 'typebox'
import type { FastifyInstance } from 'fastify'
import { contract, type Agent, type GateSettings, type Route } from 'souk-contract'
import { bareApp } from '../src/app.ts'
import { passGate } from '../src/approvals/enforcement/enforce-gate.ts'
import type { Context } from '../src/context.ts'
import type { Tx } from '../src/db/transact.ts'
import { fail, Failure } from '../src/failure.ts'
import { mountGroup } from '../src/http/register-routes.ts'
import { createRateLimits } from '../src/rate-limit/enforce.ts'
import { isId } from '../src/lib/ids.ts'
import { remote, write, type Handlers } from '../src/operation.ts'
import { approvals } from '../src/approvals/requests/routes.ts'
import { call, fail as stop, type Person, type Souk } from './harness.ts'

/** Made-up gated routes: what they do is to write one row of settings for each thing. */
const route = {
  method: 'POST',
  surface: 'platform',
  auth: 'agent',
  scope: 'spend',
  reply: Type.Object({ id: Type.String() }),
  errors: ['approval-required'],
  summary: 'made up',
  example: {},
} as const
const body = Type.Object({
  amount: Type.Optional(Type.Integer()),
  currency: Type.Optional(Type.String()),
  counterparty: Type.Optional(Type.String()),
  taskId: Type.Optional(Type.String()),
  priced: Type.Optional(Type.String()),
})
const params = Type.Object({ id: Type.String() })
const group = {
  buyThing: { ...route, path: '/things/{id}/buy', params, body },
  payThing: { ...route, path: '/things/{id}/pay', params, body },
  grabThing: { ...route, surface: 'a2a', path: '/agents/{id}/things:grab', params },
} as const satisfies Record<string, Route>

/** Things that cost what is written here, whatever the caller says; and what becomes of those who buy them. */
export interface Prices {
  [thing: string]: number | 'sold out' | 'broken'
}

const handlers = (prices: Prices): Handlers<typeof group> => ({
  buyThing: write(async (tx, caller, given) => {
    const price = prices[given.priced ?? '']
    await passGate(tx, caller, { action: 'award', ...asked(given, price) })
    const leaking = { id: await put(tx, given.id), secret: 'of the row' }
    if (price === 'sold out') fail('insufficient-funds', 'It is sold out.')
    if (price === 'broken') throw new Error('the shelf broke')
    return leaking
  }),
  payThing: remote({
    intend: async (tx, caller, given) => {
      await passGate(tx, caller, { action: 'fund', ...asked(given, undefined) })
      return { id: await put(tx, given.id), declined: prices[given.priced ?? ''] === 'sold out' }
    },
    ask: async () => undefined,
    record: async (tx, _caller, { id, declined }) =>
      declined ? new Failure('insufficient-funds', 'Declined.') : { id: await put(tx, `${id}-paid`) },
  }),
  grabThing: write(async (tx, caller, { id }) => {
    await passGate(tx, caller, { action: 'accept' })
    return { id: await put(tx, id) }
  }),
})

function asked(
  { amount, currency = 'USD', counterparty = '', taskId }: Static<typeof body>,
  price: Prices[string] | undefined,
) {
  const wanted = typeof price === 'number' ? price : amount
  return {
    ...(wanted === undefined ? {} : { amount: { amount: BigInt(wanted), currency } }),
    ...(isId('agt', counterparty) ? { counterparty } : {}),
    ...(taskId === undefined ? {} : { taskId }),
  }
}

async function put(tx: Tx, id: string): Promise<string> {
  await tx
    .insertInto('settings')
    .values({ name: `thing ${id}`, value: '', created_at: tx.now })
    .execute()
  return id
}

/** An application with the made-up routes and those that decide. */
export function openStall(context: Context, prices: Prices = {}): FastifyInstance {
  const app = bareApp(context)
  const limits = createRateLimits(context)
  mountGroup(app, context, limits, group, handlers(prices))
  mountGroup(app, context, limits, contract.approvals, approvals(app.operations))
  return app
}

export async function thingsOf({ context }: Souk): Promise<string[]> {
  const rows = await context.database
    .selectFrom('settings')
    .select('name')
    .where('name', 'like', 'thing %')
    .execute()
  return rows.map(({ name }) => name.slice(6)).toSorted()
}

export interface Refusal {
  approvalId: string
  expiresAt: string
  failedRule: string
}

export interface Bought {
  status: number
  body: { success?: boolean; error?: string; hint?: string; data?: unknown } & Partial<Refusal>
}

/** Calls of software that holds a key of a new agent, whose gate is as given. */
export async function newBuyer(souk: Souk, app: FastifyInstance, owner: Person, gate: Partial<GateSettings>) {
  const agent: Agent = await souk.agent(owner)
  const settings = { agentId: agent.id, version: 0, mode: 'enforce' as const, ...gate }
  await souk.call('updateApprovalGate', settings, { as: owner.token })
  const key = await souk.key(owner, agent)
  const post = async (as: string, url: string, payload: object, headers: Record<string, string> = {}) => {
    const authorization = `Bearer ${as}`
    const answer = await app.inject({ method: 'POST', url, payload, headers: { authorization, ...headers } })
    const bought: Bought = { status: answer.statusCode, body: answer.json() }
    return bought
  }
  const buy = (id: string, payload: object = {}, as = key) => post(as, `/api/things/${id}/buy`, payload)
  return {
    agent,
    key,
    post,
    buy,
    /** Buys what must wait for a person, and answers the approval. */
    ask: async (id: string, payload: object = {}): Promise<string> => {
      const { status, body: refusal } = await buy(id, payload)
      return refusal.approvalId ?? stop(`buying answered ${status} ${JSON.stringify(refusal)}`)
    },
    decide: (approvalId: string, decision: 'approve' | 'deny', as = owner.token) =>
      call<{ approval: { state: string; error: string | null }; result: unknown }>(
        app,
        'decideApproval',
        { approvalId, decision },
        { as },
      ),
    stateOf: async (approvalId: string) =>
      (await souk.call('getApproval', { approvalId }, { as: key })).data.approval.state,
  }
}
