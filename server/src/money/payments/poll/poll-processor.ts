import type { Context } from '../../../context.ts'
import { leaseDueRefs, type ReversalTable } from './poll-queries.ts'

/** Polls objects that can still change, because processor webhooks can be lost. */
export async function pollProcessor(
  context: Context,
  table: ReversalTable,
  poll: (context: Context, ref: string) => Promise<void>,
): Promise<number> {
  const due = await context.store.write((tx) => leaseDueRefs(tx, table))
  for (const ref of due) {
    try {
      await poll(context, ref)
    } catch (error) {
      context.log.warn({ table, ref, error: String(error) }, 'failed to poll processor')
    }
  }
  return due.length
}
