import type { MoneyEvent } from '../activity/events.ts'

/** The receipt of an event that moved money into or out of the wallet; undefined for movements inside it. */
export function receiptPath({
  reference,
  at,
  net,
}: Pick<MoneyEvent, 'reference' | 'at' | 'net'>): string | undefined {
  if (net === 0) return undefined
  if (reference.startsWith('task_')) return `/money/receipts/${reference}`
  // The API lists activity by time, so the path says when it was booked.
  return /^(pay|pout)_/.test(reference)
    ? `/money/receipts/${reference}?at=${encodeURIComponent(at)}`
    : undefined
}
