import { createHash } from 'node:crypto'
import type { Context } from '../context.ts'
import type { Reader } from '../db/transact.ts'
import {
  findLastLink,
  insertLinks,
  linksAfter,
  lockChain,
  takePending,
  type AuditEntryRow,
} from './queries.ts'

const batchSize = 500
const genesis: Buffer = Buffer.alloc(32)

/**
 * Links committed entries into the hash chain, on one node at a time. It runs after the commit, because extending the
 * chain inside the writing transactions would serialize them.
 */
export async function extendAuditChain({ store }: Context): Promise<number> {
  return store.write(async (tx) => {
    if (!(await lockChain(tx))) return 0
    const entries = await takePending(tx, batchSize)
    const head = await findLastLink(tx)
    let previous = head?.hash ?? genesis
    let seq = head?.seq ?? 0n
    const links = entries.map((entry) => {
      previous = linkHash(previous, entry)
      seq += 1n
      return { seq, entry_id: entry.id, hash: previous }
    })
    if (links.length > 0) await insertLinks(tx, links)
    return links.length
  })
}

interface AuditVerdict {
  readonly entries: number
  /** Sequence number of the first link with a wrong hash; null if the chain is intact. */
  readonly brokenAt: bigint | null
}

/** Verifies the complete chain and returns the first broken link. */
export async function verifyChain(reader: Reader): Promise<AuditVerdict> {
  let previous = genesis
  let checked = 0
  for (let after = 0n; ;) {
    const links = await linksAfter(reader, after, batchSize)
    for (const link of links) {
      previous = linkHash(previous, link)
      if (link.seq !== after + 1n || !previous.equals(link.hash))
        return { entries: checked, brokenAt: after + 1n }
      after = link.seq
      checked++
    }
    if (links.length < batchSize) return { entries: checked, brokenAt: null }
  }
}

function linkHash(previous: Buffer, entry: AuditEntryRow): Buffer {
  const facts = [
    entry.id,
    entry.at.toISOString(),
    entry.action,
    entry.actor_kind,
    entry.user_id,
    entry.agent_id,
    entry.key_id,
    entry.session_id,
    entry.ip,
    entry.request_id,
    entry.target,
    Object.entries(entry.details).toSorted(([left], [right]) => (left < right ? -1 : 1)),
  ]
  return createHash('sha256').update(previous).update(JSON.stringify(facts)).digest()
}
