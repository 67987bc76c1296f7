/** The call that each deed is, made over a socket. */
import type { Task } from 'souk-contract'
import type { CallOptions } from '../../server/test/fixtures/harness.ts'
import { callOver } from '../../server/test/fixtures/server-process.ts'
import { text, words } from '../../server/test/fixtures/task-messages.ts'
import { usd } from '../../server/test/fixtures/traders.ts'
import type { Cast } from './fixture.ts'
import type { Deed } from './actions.ts'
import { share, type Side } from './model.ts'
import { operatorToken } from './nodes.ts'

export interface Contested {
  readonly cast: Cast
  readonly earner: Side
  /** Empty where only wallets are concerned. */
  readonly taskId: Task['id']
}

export interface Sent {
  readonly status: number
  readonly kind: string | undefined
}

type Make = (contested: Contested, origin: string, turn: number) => Promise<Sent>

export const calls: Readonly<Record<Deed, Make>> = {
  charge: ({ cast }, origin) => call(origin, 'fundBalance', usd(share), cast.client.key),
  convert: ({ cast, earner }, origin) =>
    call(origin, 'fundBalance', { ...usd(share), source: 'earnings' }, cast[earner].key),
  payout: ({ cast, earner }, origin) => call(origin, 'requestPayout', usd(share), cast[earner].key),
  hire: ({ cast }, origin) => call(origin, 'sendMessage', hiring(cast, share), cast.client.key),
  award: (contested, origin) => onTask(contested, origin, 'awardTask', 'client'),
  accept: (contested, origin) => onTask(contested, origin, 'acceptTask', 'client'),
  cancel: (contested, origin) => onTask(contested, origin, 'cancelTask', 'client'),
  deliver: (contested, origin) => onTask(contested, origin, 'deliverTask', 'provider', { artifacts }),
  dispute: (contested, origin, turn) =>
    onTask(contested, origin, 'disputeTask', turn % 4 < 2 ? 'client' : 'provider'),
  fail: ({ cast, taskId }, origin) =>
    call(origin, 'sendMessage', steering(cast, taskId, 'failed'), cast.provider.key),
  release: (contested, origin) => rule(contested, origin, 'release'),
  refund: (contested, origin) => rule(contested, origin, 'refund'),
}

export const artifacts = [{ name: 'work.txt', parts: text('Done') }]

/** A first message with a price: the funds are held at once. */
export function hiring({ provider }: Cast, amount: number) {
  const message = { parts: text('Please do it'), metadata: words({ terms: { price: usd(amount) } }) }
  return { name: provider.agent.name, message, configuration: { returnImmediately: true } }
}

/** The provider says where the task stands. */
export function steering({ provider }: Cast, taskId: string, state: string) {
  const message = { parts: text('So it is'), taskId, metadata: words({ state }) }
  return { name: provider.agent.name, message, configuration: { returnImmediately: true } }
}

function onTask(
  { cast, taskId }: Contested,
  origin: string,
  operation: string,
  by: Side,
  more: object = {},
): Promise<Sent> {
  const input = { name: cast.provider.agent.name, taskId, ...more }
  return call(origin, operation, input, cast[by].key)
}

async function call(origin: string, operation: string, input: object, as: CallOptions): Promise<Sent> {
  const { status, headers } = await callOver(origin, operation, { ...input }, as)
  return { status, kind: kindOf(headers['x-error-kind']) }
}

/** Operators are not part of the public contract. */
async function rule({ taskId }: Contested, origin: string, ruling: string): Promise<Sent> {
  const response = await fetch(`${origin}/api/admin/disputes/${taskId}/rule`, {
    method: 'POST',
    headers: { authorization: `Bearer ${operatorToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ruling }),
  })
  await response.arrayBuffer()
  return { status: response.status, kind: kindOf(response.headers.get('x-error-kind')) }
}

function kindOf(header: unknown): string | undefined {
  return typeof header === 'string' ? header : undefined
}
