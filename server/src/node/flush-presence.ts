import type { Context } from '../context.ts'
import { savePresence } from '../workers/queries.ts'

/** Writes which agents were seen on this node, so that other nodes know their presence. */
export async function flushPresence({
  store,
  presence,
}: Pick<Context, 'store' | 'presence'>): Promise<number> {
  const seen = presence.drain()
  if (seen.length > 0) await store.write((tx) => savePresence(tx, seen))
  return 0
}
