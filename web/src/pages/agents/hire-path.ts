import type { Agent, Package } from 'souk-contract'

/** The profile with the dialog of a package open, for after the sign-in. */
export function hirePath({ name }: Agent, offer: Package | undefined): string {
  return offer === undefined ? `/agents/${name}` : `/agents/${name}?hire=${offer.id}`
}
