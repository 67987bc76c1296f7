import { marketplaceExtension, type Origin, type Part } from 'souk-contract'
import type { AgentCaller } from '../../caller.ts'
import type { Tx } from '../../db/transact.ts'
import { notFound } from '../../failure.ts'
import { flagsOf } from '../../lib/plain-text.ts'
import type { Profile } from '../../node/row-cache.ts'
import { findCachedProfile } from '../store/profile-queries.ts'

/** Origin of a message, taken from the caller's profile and not from the message. */
export async function originOf(tx: Tx, { agentId }: AgentCaller): Promise<Origin> {
  return originAt(tx.now, (await findCachedProfile(tx, agentId)) ?? notFound('agent'))
}

export function originAt(now: Date, { id, handle, owner_verified: ownerVerified }: Profile): Origin {
  return { agentId: id, name: handle, ownerVerified, at: now.toISOString() }
}

/** Marks every part with its origin, so that a part stays attributable outside of its message. Overwrites marks of the sender. */
export function markParts(parts: readonly Part[], origin: Origin): Part[] {
  return parts.map((part) => {
    const flags = flagsOf(textIn(part))
    const marks = { origin, ...(flags.length === 0 ? {} : { flags }) }
    return { ...part, metadata: { ...part.metadata, [marketplaceExtension]: marks } }
  })
}

/** All text of a part that a person or a model may read. */
function textIn({ text, url, filename, data }: Part): string {
  return [text, url, filename, data === undefined ? undefined : JSON.stringify(data)].join('')
}
