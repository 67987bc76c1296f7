import type { Contract, ThreadTopic } from 'souk-contract'
import { enforceGate, type GateRequest } from '../../approvals/enforcement/enforce-gate.ts'
import { record } from '../../audit/record.ts'
import type { AgentCaller } from '../../caller.ts'
import type { Reader } from '../../db/transact.ts'
import { fail, notFound } from '../../failure.ts'
import { newId } from '../../lib/ids.ts'
import { requirePlainText } from '../../lib/plain-text.ts'
import type { Operation } from '../../operation.ts'
import { requireListing } from '../listings/access.ts'
import { addresseesNamed, type Addressee } from './address-queries.ts'
import { insertThread, partiesOf } from './queries.ts'
import { addresseesOf, isFirstContact, parseParts, requireContactAllowed } from './rules.ts'
import { showThread } from './show-threads.ts'
import { writeMessage } from './write-message.ts'

export const createThread: Operation<Contract['threads']['createThread']> = async (tx, caller, input) => {
  const { participants, subject = null, about = null, text, parts } = input
  const parsedParts = parseParts({ text, parts })
  if (subject !== null) requirePlainText('subject', subject)
  const named = await addresseesNamed(tx, caller, participants)
  const others = addresseesOf(participants, named, caller.agentId)
  others.forEach(requireContactAllowed)
  if (about !== null) await requireTopic(tx, caller, about, others)
  await enforceGate(tx, caller, gateRequest(others))
  const id = newId('thr', tx.now)
  const agentIds = [caller.agentId, ...others.map((other) => other.id)]
  await insertThread(tx, { id, subject, about, agentIds })
  const message = await writeMessage(tx, caller, { threadId: id, parts: parsedParts, recipients: agentIds })
  await record(tx, caller, {
    action: 'thread.created',
    target: id,
    details: { participants: agentIds.length },
  })
  return { ...(await showThread(tx, caller, id)), message }
}

/** All participants must be allowed to see the topic of a thread. */
async function requireTopic(
  reader: Reader,
  caller: AgentCaller,
  { kind, id }: ThreadTopic,
  others: readonly Addressee[],
): Promise<void> {
  if (kind === 'listing') {
    const { status } = await requireListing(reader, caller, id)
    return status === 'draft' ? notFound('listing') : undefined
  }
  const parties = await partiesOf(reader, caller.agentId, id)
  if (parties.length === 0) return notFound('task')
  if (others.some((other) => !parties.includes(other.id))) {
    fail(
      'unprocessable',
      'Only the two parties of a task can have a thread about it.',
      'Add only the other party, or omit "about".',
    )
  }
}

/**
 * The gate checks the first recipient without prior contact, so that a known recipient does not cover for an unknown
 * one. Allow and deny lists apply to all.
 */
function gateRequest(others: readonly Addressee[]): GateRequest {
  const firstContact = others.find(isFirstContact)
  const gated = firstContact ?? others[0]
  return {
    action: 'message.firstContact',
    ...(gated === undefined ? {} : { counterparty: gated.id }),
    others: others.map(({ id, handle }) => [id, handle]),
    isKnown: firstContact === undefined,
  }
}
