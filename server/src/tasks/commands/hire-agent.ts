import type { Contract, Input, Message, Task } from 'souk-contract'
import { enforceGate, type GateRequest } from '../../approvals/enforcement/enforce-gate.ts'
import type { AgentCaller } from '../../caller.ts'
import type { StoredBrief } from '../../db/tables/task-tables.ts'
import type { Reader, OperationContext, Tx } from '../../db/transact.ts'
import { fail, notFound } from '../../failure.ts'
import { onlineMs } from '../../node/presence.ts'
import type { Profile } from '../../node/row-cache.ts'
import { maySee } from '../../resources/agents/access.ts'
import { requireNotBlocked } from '../../resources/blocks/access.ts'
import { requirePrice } from '../../money/payments/require-price.ts'
import { requireUnrestricted } from '../../money/payments/wallet-restrictions.ts'
import { walletOf } from '../../money/payments/wallet.ts'
import { savePushConfig } from '../../events/push-configs/create-push-config.ts'
import { refuseNewWork } from '../../standing/require-accepts-work.ts'
import { requireScope } from './access.ts'
import { refersToFiles } from '../store/attach-files-of.ts'
import { topicsOf } from '../store/commit-step.ts'
import { requireAcceptedTypes } from '../wire/content-types.ts'
import { insertRequests, lockForeignContext, newRequest } from '../store/hire-queries.ts'
import { findCachedProfile, findProfile } from '../store/profile-queries.ts'
import { readParts } from '../wire/messages.ts'
import { originAt } from '../wire/message-provenance.ts'
import { planOpening, type Opening } from '../lifecycle/plan-opening.ts'
import { openTask } from './open-task.ts'
import { partyColumnsOf, type TaskRow } from '../lifecycle/task-row.ts'
import { haveTraded } from '../store/queries.ts'
import { historyMax } from '../store/read-queries.ts'
import { shareOfTask } from '../store/response-bytes.ts'
import { fillTerms } from '../lifecycle/terms.ts'
import { titleOfRequest } from '../lifecycle/title.ts'
import { viewerOf, viewTask } from '../wire/view.ts'
import { directivesOf } from '../lifecycle/marketplace-metadata.ts'
import type { FastPath } from '../../operation.ts'

type SendMessageInput = Input<Contract['tasks']['sendMessage']>

export interface Pair {
  readonly client: Profile
  readonly provider: Profile
}

/** Opens a task with the first message to an agent. With a price in its terms it is a hire, which holds the funds. */
export async function hireAgent(tx: Tx, caller: AgentCaller, sent: SendMessageInput): Promise<Task> {
  const pair = await findPair(tx, caller, sent.name, findProfile)
  await requireNotBlocked(tx, pair.client.id, pair.provider.id)
  const opening = openingOf(tx, pair, sent)
  await requireOwnContext(tx, opening)
  const { price } = opening.terms
  if (price !== undefined) await requireUnrestricted(tx, walletOf(tx, caller))
  const first = planOpening(tx, opening)
  await enforceGate(tx, caller, await gateRequest(tx, opening, first.row.id))
  const task = await openTask(tx, caller, opening, first)
  const config = sent.configuration?.taskPushNotificationConfig
  if (config !== undefined) await savePushConfig(tx, caller, task.id, config)
  return viewNewTask(tx, pair, task, { message: first.message, sent })
}

/** Fast path: a request without a price from a caller without a gate, written in a batch. */
export const requestFast: FastPath<Contract['tasks']['sendMessage']> = async (statement, caller, sent) => {
  if (sent.configuration?.taskPushNotificationConfig !== undefined) return undefined
  const pair = await findPair(statement.read, caller, sent.name, findCachedProfile)
  const opening = openingOf(statement, pair, sent)
  if (opening.terms.price !== undefined || pair.provider.visibility === 'private') return undefined
  if (refersToFiles(statement, opening)) return undefined
  const { terms } = opening
  const first = planOpening(statement, opening)
  // Not spread: V8 copies a second spread of so many columns one by one, which takes 60 µs of the call.
  const row = Object.assign({ terms }, unsetColumns, first.row)
  const reply = { task: viewNewTask(statement, pair, row, { message: first.message, sent }) }
  const request = newRequest(statement, first, {
    terms,
    reply,
    namesContext: opening.contextId !== undefined,
  })
  const written = await statement.batch(insertRequests, request, topicsOf)
  return written === undefined ? undefined : reply
}

/** Columns that a new request leaves to the database. */
const unsetColumns = {
  contents_removed_at: null,
  terms_hash: null,
  fee_bps: null,
  reason: null,
  dispute: null,
  package_id: null,
  delivered_at: null,
  asked_at: null,
  review_due_at: null,
} as const

/** Profiles of both sides; refuses if the caller cannot see the provider or has the same owner. */
export async function findPair(
  reader: Reader,
  caller: AgentCaller,
  name: string,
  find: typeof findProfile,
): Promise<Pair> {
  requireScope(caller, 'spend')
  const provider = await find(reader, name)
  if (provider === undefined || !(await maySee(reader, caller, provider))) return notFound('agent')
  if (provider.standing !== 'good') refuseNewWork()
  const client = (await find(reader, caller.agentId)) ?? notFound('agent')
  if (client.owner_id === provider.owner_id) {
    fail(
      'forbidden',
      'Agents of the same owner cannot trade with each other.',
      'Choose an agent of another owner.',
    )
  }
  return { client, provider }
}

function openingOf(context: OperationContext, { client, provider }: Pair, sent: SendMessageInput): Opening {
  const { title, terms = {}, state, reply, intent } = directivesOf(sent)
  if (state !== undefined || reply !== undefined) {
    fail(
      'forbidden',
      'Only the provider of a task can set "state" or "reply".',
      'Remove "state" and "reply".',
    )
  }
  if (intent !== undefined) {
    fail('bad-request', '"intent" is allowed only after a delivery.', 'Remove "intent", or set "taskId".')
  }
  const parts = readParts(sent.message.parts)
  requireAcceptedTypes(provider, parts)
  const filled = fillTerms(terms, context)
  if (filled.price !== undefined) requirePrice(context, 'terms.price', filled.price)
  const { contextId } = sent.message
  const waits = sent.configuration?.returnImmediately !== true && filled.price === undefined
  return {
    clientId: client.id,
    providerId: provider.id,
    listingId: null,
    phase: 'requested',
    title: titleOfRequest(title, parts),
    by: 'client',
    message: sent.message,
    origin: originAt(context.now, client),
    terms: filled,
    contextId: contextId === '' ? undefined : contextId,
    awaited: waits && isOnline(context, provider),
  }
}

/** A context belongs to the parties of its tasks; a new context can have any name. */
async function requireOwnContext(tx: Tx, { contextId, clientId }: Opening): Promise<void> {
  if (contextId === undefined || !(await lockForeignContext(tx, contextId, clientId))) return
  fail(
    'bad-request',
    '"message.contextId" belongs to other agents.',
    'Remove it to start a new context, or use the context of one of your tasks.',
  )
}

/** Whether a reply can be expected soon: the agent's software was seen recently, or its webhook is healthy. */
export function isOnline(
  { presence, now }: Pick<OperationContext, 'presence' | 'now'>,
  {
    id,
    seen_at: seenAt,
    webhook_healthy: webhookHealthy,
  }: Pick<Profile, 'id' | 'seen_at' | 'webhook_healthy'>,
): boolean {
  if (webhookHealthy) return true
  const latest = Math.max(presence.lastSeen(id)?.getTime() ?? 0, seenAt?.getTime() ?? 0)
  return now.getTime() - latest < onlineMs
}

/** A hire for money is gated as an award, a free request only as a first contact. */
export async function gateRequest(
  tx: Tx,
  { clientId, providerId, terms }: Opening,
  taskId: string,
): Promise<GateRequest> {
  if (terms.price !== undefined) {
    const amount = { amount: BigInt(terms.price.amount), currency: terms.price.currency }
    return { action: 'award', amount, counterparty: providerId, taskId }
  }
  const isKnown = await haveTraded(tx, { clientId, providerId })
  return { action: 'message.firstContact', counterparty: providerId, isKnown }
}

interface NewContents {
  readonly message: Message
  readonly sent?: SendMessageInput
  readonly brief?: StoredBrief | null
}

export function viewNewTask(
  context: Pick<OperationContext, 'now' | 'settings'>,
  pair: Pair,
  task: TaskRow,
  { message, sent, brief = null }: NewContents,
) {
  const historyLength = sent?.configuration?.historyLength ?? historyMax
  const detail = { historyLength, artifacts: true, share: shareOfTask }
  const taskWithContents = {
    ...task,
    ...partyColumnsOf(pair),
    brief,
    status_message: null,
    history: [message],
    history_bytes: null,
    artifacts: null,
    truncated: null,
  }
  return viewTask(taskWithContents, viewerOf(context, { agentId: pair.client.id }), detail)
}
