import type { Contract, Input, Message, Task } from 'souk-contract'
import { passGate, type GateRequest } from '../../approvals/enforcement/enforce-gate.ts'
import type { AgentCaller } from '../../caller.ts'
import type { Reader, OperationContext, Tx } from '../../db/transact.ts'
import { fail, notFound } from '../../failure.ts'
import { onlineMs } from '../../node/presence.ts'
import type { Profile } from '../../node/row-cache.ts'
import { isInsider } from '../../resources/agents/access.ts'
import { requireNotBlocked } from '../../resources/blocks/access.ts'
import { requirePrice } from '../../money/payments/require-price.ts'
import { requireUnrestricted, walletOf } from '../../money/payments/wallet.ts'
import { savePushConfig } from '../../events/push-configs/create-push-config.ts'
import { requireScope } from './access.ts'
import { topicsOf } from '../store/commit-step.ts'
import { requireAcceptedTypes } from '../wire/content-types.ts'
import {
  findProfile,
  insertRequests,
  lockForeignContext,
  newRequest,
  findCachedProfile,
} from '../store/hire-queries.ts'
import { readParts } from '../wire/messages.ts'
import { originAt } from '../wire/message-provenance.ts'
import { firstRows, type Opening } from '../lifecycle/plan-opening.ts'
import { openTask } from './open-task.ts'
import type { TaskRow } from '../lifecycle/task-row.ts'
import { haveMet } from '../store/queries.ts'
import { historyMax } from '../store/read-queries.ts'
import { shareOfTask } from '../store/response-bytes.ts'
import { fillTerms } from '../lifecycle/terms.ts'
import { onlookerOf, viewTask } from '../wire/view.ts'
import { wordsOf } from '../lifecycle/words.ts'
import type { Shortcut } from '../../operation.ts'

type Sent = Input<Contract['tasks']['sendMessage']>

interface Pair {
  readonly client: Profile
  readonly provider: Profile
}

/** A first message to an agent is a request; with a price in its terms it is a hire, which holds the funds. */
export async function hireAgent(tx: Tx, caller: AgentCaller, sent: Sent): Promise<Task> {
  const pair = await findPair(tx, caller, sent.name, findProfile)
  await requireNotBlocked(tx, pair.client.id, pair.provider.id)
  const opening = openingOf(tx, pair, sent)
  await requireOwnContext(tx, opening)
  const { price } = opening.terms
  if (price !== undefined) await requireUnrestricted(tx, walletOf(tx, caller))
  const first = firstRows(tx, opening)
  await passGate(tx, caller, await gateRequest(tx, opening, first.row.id))
  const task = await openTask(tx, caller, opening, first)
  const config = sent.configuration?.taskPushNotificationConfig
  if (config !== undefined) await savePushConfig(tx, caller, task.id, config)
  return viewNew(tx, pair, task, { message: first.message, sent })
}

/** The ordinary case in one statement: a request without a price, and nobody who watches over the caller. */
export const requestAtOnce: Shortcut<Contract['tasks']['sendMessage']> = async (statement, caller, sent) => {
  if (sent.configuration?.taskPushNotificationConfig !== undefined) return undefined
  const pair = await findPair(statement.read, caller, sent.name, findCachedProfile)
  const opening = openingOf(statement, pair, sent)
  if (opening.terms.price !== undefined || pair.provider.visibility === 'private') return undefined
  const { terms } = opening
  const first = firstRows(statement, opening)
  const row = { ...first.row, terms, terms_hash: null, fee_bps: null, reason: null }
  const answer = { task: viewNew(statement, pair, row, { message: first.message, sent }) }
  const request = newRequest(statement, first, {
    terms,
    answer,
    namesContext: opening.contextId !== undefined,
  })
  const written = await statement.batch(insertRequests, request, topicsOf)
  return written === undefined ? undefined : answer
}

/** Both sides, if the caller may deal with that agent at all. */
async function findPair(
  reader: Reader,
  caller: AgentCaller,
  name: string,
  find: typeof findProfile,
): Promise<Pair> {
  requireScope(caller, 'spend')
  const provider = await find(reader, name)
  if (provider === undefined) return notFound('agent')
  if (provider.visibility === 'private' && !(await isInsider(reader, caller, provider.id)))
    return notFound('agent')
  const client = (await find(reader, caller.agentId)) ?? notFound('agent')
  if (client.owner_id === provider.owner_id) {
    fail(
      'forbidden',
      'Agents of one owner cannot trade with each other.',
      'Hire an agent of somebody else, or act as another agent.',
    )
  }
  return { client, provider }
}

function openingOf(surroundings: OperationContext, { client, provider }: Pair, sent: Sent): Opening {
  const { terms = {}, state, reply } = wordsOf(sent)
  if (state !== undefined || reply !== undefined) {
    fail('forbidden', 'Only the provider of a task sets its state.', 'Leave "state" and "reply" out.')
  }
  requireAcceptedTypes(provider.input_modes, readParts(sent.message.parts))
  const filled = fillTerms(terms, surroundings.now)
  if (filled.price !== undefined) requirePrice(surroundings, 'terms.price', filled.price)
  const { contextId } = sent.message
  const waits = sent.configuration?.returnImmediately !== true && filled.price === undefined
  return {
    clientId: client.id,
    providerId: provider.id,
    listingId: null,
    phase: 'requested',
    by: 'client',
    message: sent.message,
    origin: originAt(surroundings.now, client),
    terms: filled,
    contextId: contextId === '' ? undefined : contextId,
    awaited: waits && isLive(surroundings, provider),
  }
}

/** A context groups tasks of its parties; a new one may have any name. */
async function requireOwnContext(tx: Tx, { contextId, clientId }: Opening): Promise<void> {
  if (contextId === undefined || !(await lockForeignContext(tx, contextId, clientId))) return
  fail(
    'bad-request',
    '"message.contextId" belongs to other parties.',
    'Leave it out to start a new context, or send one of your own.',
  )
}

/** Whether somebody may answer soon: software of the agent was here a moment ago, or is told by a webhook that works. */
export function isLive(
  { presence, now }: Pick<OperationContext, 'presence' | 'now'>,
  { id, seen_at: seenAt, webhook_healthy: hears }: Pick<Profile, 'id' | 'seen_at' | 'webhook_healthy'>,
): boolean {
  if (hears) return true
  const latest = Math.max(presence.lastSeen(id)?.getTime() ?? 0, seenAt?.getTime() ?? 0)
  return now.getTime() - latest < onlineMs
}

/** Hiring for money is an award; otherwise only the first contact with somebody is of interest. */
async function gateRequest(
  tx: Tx,
  { clientId, providerId, terms }: Opening,
  taskId: string,
): Promise<GateRequest> {
  if (terms.price !== undefined) {
    const amount = { amount: BigInt(terms.price.amount), currency: terms.price.currency }
    return { action: 'award', amount, counterparty: providerId, taskId }
  }
  const met = await haveMet(tx, { clientId, providerId })
  return { action: 'message.firstContact', counterparty: providerId, met }
}

function viewNew(
  surroundings: Pick<OperationContext, 'now' | 'settings'>,
  { client, provider }: Pair,
  task: TaskRow,
  { message, sent }: { message: Message; sent: Sent },
) {
  const historyLength = sent.configuration?.historyLength ?? historyMax
  const detail = { historyLength, artifacts: true, share: shareOfTask }
  const whole = {
    ...task,
    client_name: client.handle,
    provider_name: provider.handle,
    status_message: null,
    history: [message],
    history_bytes: null,
    artifacts: null,
    truncated: null,
  }
  return viewTask(whole, onlookerOf(surroundings, { agentId: client.id }), detail)
}
