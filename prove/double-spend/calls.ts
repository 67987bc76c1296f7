/** The HTTP call of each action. */
import { randomUUID } from 'node:crypto'
import { errorKinds, type ErrorKindName, type Task } from 'souk-contract'
import { asOperator, type CallOptions } from '../../server/test/fixtures/operations.ts'
import { openGrpc } from '../../server/test/fixtures/a2a/grpc-call.ts'
import { callOver } from '../../server/test/fixtures/processes/server-process.ts'
import { text, marketMetadata } from '../../server/test/fixtures/a2a/task-messages.ts'
import { usd } from '../../server/test/fixtures/people/test-agents.ts'
import type { TraderPair } from './fixture.ts'
import type { Action } from './actions.ts'
import { share, type Side } from './model.ts'

export interface RaceTarget {
  readonly traders: TraderPair
  readonly earner: Side
  /** Empty for races that involve only wallets. */
  readonly taskId: Task['id']
  /** Open offer of the provider; empty unless the task is disputed. */
  readonly offerId: string
}

export interface CallResult {
  readonly status: number
  readonly kind: string | undefined
}

type SendCall = (target: RaceTarget, origin: string, caller: number) => Promise<CallResult>

export const calls: Readonly<Record<Action, SendCall>> = {
  charge: ({ traders }, origin) => call(origin, 'fundBalance', usd(share), traders.client.key),
  convert: ({ traders, earner }, origin) =>
    call(origin, 'fundBalance', { ...usd(share), source: 'earnings' }, traders[earner].key),
  payout: ({ traders, earner }, origin) => call(origin, 'requestPayout', usd(share), traders[earner].key),
  hire: ({ traders }, origin) => call(origin, 'sendMessage', hireInput(traders, share), traders.client.key),
  award: (target, origin, caller) => act(target, origin, 'award', { by: 'client', caller }),
  accept: (target, origin, caller) => act(target, origin, 'accept', { by: 'client', caller }),
  cancel: (target, origin, caller) => act(target, origin, 'cancel', { by: 'client', caller }),
  deliver: (target, origin, caller) =>
    act(target, origin, 'deliver', { by: 'provider', caller, more: { artifacts } }),
  dispute: (target, origin, caller) =>
    act(target, origin, 'dispute', { by: caller % 4 < 2 ? 'client' : 'provider', caller }),
  fail: ({ traders, taskId }, origin) =>
    call(origin, 'sendMessage', steering(traders, taskId, 'failed'), traders.provider.key),
  settle: ({ traders, taskId, offerId }, origin) =>
    call(origin, 'acceptSettlement', { ...addressOf(traders, taskId), offerId }, traders.client.key),
  withdraw: ({ traders, taskId }, origin) =>
    call(origin, 'withdrawDispute', addressOf(traders, taskId), traders.client.key),
  release: (target, origin) => rule(target, origin, 'release'),
  refund: (target, origin) => rule(target, origin, 'refund'),
}

export const artifacts = [{ name: 'work.txt', parts: text('Done') }]

/** A first message with a price, which holds the funds. */
export function hireInput({ provider }: TraderPair, amount: number) {
  const message = { parts: text('Please do it'), metadata: marketMetadata({ terms: { price: usd(amount) } }) }
  return { name: provider.agent.name, message, configuration: { returnImmediately: true } }
}

/** A provider message that sets the state of the task. */
export function steering({ provider }: TraderPair, taskId: string, state: string) {
  const message = { parts: text('Update'), taskId, metadata: marketMetadata({ state }) }
  return { name: provider.agent.name, message, configuration: { returnImmediately: true } }
}

export function addressOf({ provider }: TraderPair, taskId: string) {
  return { name: provider.agent.name, taskId }
}

/** Callers act over HTTP+JSON, or with a message over JSON-RPC or gRPC, so that the bindings race for the same task. */
function act(
  { traders, taskId }: RaceTarget,
  origin: string,
  action: 'award' | 'accept' | 'cancel' | 'deliver' | 'dispute',
  { by, caller, more = {} }: { by: Side; caller: number; more?: object },
): Promise<CallResult> {
  const { name } = traders.provider.agent
  const { key } = traders[by]
  if (caller % 3 === 0) return call(origin, `${action}Task`, { name, taskId, ...more }, key)
  const message = { parts: text('Done'), taskId, metadata: marketMetadata({ action, ...more }) }
  const params = { message, configuration: { returnImmediately: true } }
  return caller % 3 === 1 ? callByRpc(origin, name, params, key) : callByGrpc(origin, name, params, key)
}

/** Sends a message over JSON-RPC, whose errors have the status 200. */
async function callByRpc(
  origin: string,
  name: string,
  params: object,
  { as = '' }: CallOptions,
): Promise<CallResult> {
  const response = await fetch(`${origin}/api/a2a/v1/agents/${name}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${as}`,
      'a2a-version': '1.0',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'SendMessage', params }),
  })
  await response.arrayBuffer()
  const kind = kindOf(response.headers.get('x-error-kind'))
  return { status: kind === undefined ? response.status : errorKinds[kind].status, kind }
}

/** Sends a message over gRPC. */
async function callByGrpc(
  origin: string,
  tenant: string,
  params: { message: object; configuration: object },
  { as = '' }: CallOptions,
): Promise<CallResult> {
  const grpc = openGrpc(origin, { authorization: `Bearer ${as}` })
  const message = { messageId: randomUUID(), role: 'ROLE_USER', ...params.message }
  const { code, metadata } = await grpc.call('SendMessage', { tenant, ...params, message })
  grpc.close()
  const kind = kindOf(metadata['x-error-kind'])
  if (kind === undefined) return { status: code === 0 ? 200 : 500, kind }
  return { status: errorKinds[kind].status, kind }
}

async function call(origin: string, operation: string, input: object, as: CallOptions): Promise<CallResult> {
  const { status, headers } = await callOver(origin, operation, { ...input }, as)
  return { status, kind: kindOf(headers['x-error-kind']) }
}

function rule({ taskId }: RaceTarget, origin: string, ruling: string): Promise<CallResult> {
  return call(origin, 'ruleDispute', { taskId, ruling, reasons: 'As agreed.' }, asOperator)
}

function kindOf(header: unknown): ErrorKindName | undefined {
  return typeof header === 'string' && isErrorKind(header) ? header : undefined
}

function isErrorKind(name: string): name is ErrorKindName {
  return Object.hasOwn(errorKinds, name)
}
