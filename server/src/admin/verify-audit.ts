import type { AdminContract } from 'souk-contract'
import { verifyChain } from '../audit/chain.ts'
import type { Query } from '../operation.ts'

export const verifyAudit: Query<AdminContract['audit']['verifyAudit']> = async (reader) => {
  const { entries, brokenAt } = await verifyChain(reader)
  return { ok: brokenAt === null, entries, brokenAt: brokenAt === null ? null : Number(brokenAt) }
}
