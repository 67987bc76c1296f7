import type { Money } from '../snapshots.ts'

/**
 * Stripe writes currencies in lower case and amounts as numbers; both stay inside this folder. The ledger counts in
 * Stripe's minor units, so amounts pass as they are: the rules in `souk-contract` are Stripe's.
 */
export function toStripe({ amount, currency }: Money): { amount: number; currency: string } {
  return { amount: Number(amount), currency: currency.toLowerCase() }
}

export function money(amount: number, currency: string): Money {
  return { amount: BigInt(amount), currency: currency.toUpperCase() }
}

/** A reference that may have been expanded into the thing itself. */
export function refOf(value: string | { id: string }): string
export function refOf(value: string | { id: string } | null | undefined): string | undefined
export function refOf(value: string | { id: string } | null | undefined): string | undefined {
  return typeof value === 'string' ? value : value?.id
}

/** The thing, when it was expanded. */
export function expanded<T extends object>(value: string | T | null | undefined): T | undefined {
  return typeof value === 'object' && value !== null ? value : undefined
}

/** Stripe sends null for what is not there, or leaves it out. */
export function hasValue<T>(value: T | null | undefined): value is T {
  return value !== null && value !== undefined
}

/** Under which name our ids stand in Stripe's metadata. */
export function ourMetadata(id: string): { souk_id: string } {
  return { souk_id: id }
}

export function ourId(metadata: Readonly<Record<string, string>> | null | undefined): string | undefined {
  return metadata?.['souk_id']
}

export function idempotencyKey(operation: string, { id, attempt }: { id: string; attempt?: number }) {
  return { idempotencyKey: `souk:${operation}:${id}:${attempt ?? 1}` }
}
