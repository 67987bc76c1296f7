import type { Money } from '../snapshots.ts'

/**
 * Stripe uses lower-case currencies and numeric amounts, which stay inside this folder. The ledger uses Stripe's minor
 * units (see `souk-contract`), so amounts are not converted.
 */
export function toStripe({ amount, currency }: Money): { amount: number; currency: string } {
  return { amount: Number(amount), currency: currency.toLowerCase() }
}

export function money(amount: number, currency: string): Money {
  return { amount: BigInt(amount), currency: currency.toUpperCase() }
}

/** Id of a reference that may be expanded. */
export function refOf(value: string | { id: string }): string
export function refOf(value: string | { id: string } | null | undefined): string | undefined
export function refOf(value: string | { id: string } | null | undefined): string | undefined {
  return typeof value === 'string' ? value : value?.id
}

/** The object, if the reference is expanded. */
export function expanded<T extends object>(value: string | T | null | undefined): T | undefined {
  return typeof value === 'object' && value !== null ? value : undefined
}

/** Stripe sends null or omits missing values. */
export function hasValue<T>(value: T | null | undefined): value is T {
  return value !== null && value !== undefined
}

/** Metadata key of our ids. */
export function ourMetadata(id: string): { souk_id: string } {
  return { souk_id: id }
}

export function ourId(metadata: Readonly<Record<string, string>> | null | undefined): string | undefined {
  return metadata?.['souk_id']
}

export function idempotencyKey(operation: string, { id, attempt }: { id: string; attempt?: number }) {
  return { idempotencyKey: `souk:${operation}:${id}:${attempt ?? 1}` }
}
