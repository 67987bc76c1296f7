/** The HTTP call of each action. */
import type { Task } from 'souk-contract'
import { asOperator, type CallOptions } from '../../server/test/fixtures/harness.ts'
import { callOver } from '../../server/test/fixtures/server-process.ts'
import { text, marketMetadata } from '../../server/test/fixtures/task-messages.ts'
import { usd } from '../../server/test/fixtures/test-agents.ts'
import type { TraderPair } from './fixture.ts'
import type { Action } from './actions.ts'
import { share, type Side } from './model.ts'

export interface RaceTarget {
  readonly traders: TraderPair
  readonly earner: Side
  /** Empty for races that involve only wallets. */
  readonly taskId: Task['id']
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
  hire: ({ traders }, origin) => call(origin, 'sendMessage', hiring(traders, share), traders.client.key),
  award: (target, origin) => onTask(target, origin, 'awardTask', 'client'),
  accept: (target, origin) => onTask(target, origin, 'acceptTask', 'client'),
  cancel: (target, origin) => onTask(target, origin, 'cancelTask', 'client'),
  deliver: (target, origin) => onTask(target, origin, 'deliverTask', 'provider', { artifacts }),
  dispute: (target, origin, caller) =>
    onTask(target, origin, 'disputeTask', caller % 4 < 2 ? 'client' : 'provider'),
  fail: ({ traders, taskId }, origin) =>
    call(origin, 'sendMessage', steering(traders, taskId, 'failed'), traders.provider.key),
  release: (target, origin) => rule(target, origin, 'release'),
  refund: (target, origin) => rule(target, origin, 'refund'),
}

export const artifacts = [{ name: 'work.txt', parts: text('Done') }]

/** A first message with a price, which holds the funds. */
export function hiring({ provider }: TraderPair, amount: number) {
  const message = { parts: text('Please do it'), metadata: marketMetadata({ terms: { price: usd(amount) } }) }
  return { name: provider.agent.name, message, configuration: { returnImmediately: true } }
}

/** A provider message that sets the state of the task. */
export function steering({ provider }: TraderPair, taskId: string, state: string) {
  const message = { parts: text('Update'), taskId, metadata: marketMetadata({ state }) }
  return { name: provider.agent.name, message, configuration: { returnImmediately: true } }
}

function onTask(
  { traders, taskId }: RaceTarget,
  origin: string,
  operation: string,
  by: Side,
  more: object = {},
): Promise<CallResult> {
  const input = { name: traders.provider.agent.name, taskId, ...more }
  return call(origin, operation, input, traders[by].key)
}

async function call(origin: string, operation: string, input: object, as: CallOptions): Promise<CallResult> {
  const { status, headers } = await callOver(origin, operation, { ...input }, as)
  return { status, kind: kindOf(headers['x-error-kind']) }
}

function rule({ taskId }: RaceTarget, origin: string, ruling: string): Promise<CallResult> {
  return call(origin, 'ruleDispute', { taskId, ruling }, asOperator)
}

function kindOf(header: unknown): string | undefined {
  return typeof header === 'string' ? header : undefined
}
