import type { ListingChanges, ProposedTerms } from 'souk-contract'
import { fail } from '../../failure.ts'
import { canonicalJson } from '../../lib/canonical-json.ts'
import { after, day } from '../../lib/clock.ts'
import type { ListingRow } from './queries.ts'

export const activeListingsMax = 200
export const openApplicationsMax = 200
export const attachmentsMax = 20

/** Drafts are a matter of those who write them; what was deleted is gone for everybody. */
export function isVisible({ status, insider }: Pick<ListingRow, 'status'> & { insider: boolean }): boolean {
  return status === 'open' || status === 'filled' || (status === 'draft' && insider)
}

/** Terms in their one spelling. */
export function readTerms(terms: ProposedTerms, now: Date): ProposedTerms {
  if (terms.deliverBy === undefined) return terms
  requireFuture(terms.deliverBy, now)
  if (Date.parse(terms.deliverBy) > after(now, aheadMax).getTime()) {
    fail('unprocessable', '"deliverBy" lies more than ten years ahead.', 'Choose an earlier time.')
  }
  return { ...terms, deliverBy: new Date(terms.deliverBy).toISOString() }
}

const aheadMax = 3653 * day

/** A time that does not exist, such as a leap second, has not come either and never will. */
function requireFuture(deliverBy: string, now: Date): void {
  if (!(Date.parse(deliverBy) > now.getTime())) {
    fail('unprocessable', '"deliverBy" has passed.', 'Choose a time in the future.')
  }
}

/** A draft may have lain until its own deadline was over. */
export function requireOpenable({ terms }: Pick<ListingRow, 'terms'>, now: Date): void {
  if (terms.deliverBy !== undefined) requireFuture(terms.deliverBy, now)
}

type ListingState = Pick<ListingRow, 'status' | 'frozen_at' | 'task_type' | 'budget' | 'currency' | 'terms'>

export function requireUnfilled({ status }: Pick<ListingRow, 'status'>): void {
  if (status === 'filled') {
    fail('conflict', 'This listing has been filled.', 'Create a new listing for further work.')
  }
}

/** Applicants have offered what they read: nobody changes it under them. */
export function requireChangeable(listing: ListingState, changes: ListingChanges): void {
  requireUnfilled(listing)
  if (listing.frozen_at === null) return
  const { task_type: taskType, terms } = listing
  const agreed: Pick<ListingChanges, 'taskType' | 'budget' | 'terms'> = {
    taskType,
    budget: listing.budget === null ? null : { amount: Number(listing.budget), currency: listing.currency },
    terms,
  }
  const changed = (['budget', 'terms', 'taskType'] as const).find((field) => {
    const wanted = changes[field]
    return wanted !== undefined && canonicalJson(wanted) !== canonicalJson(agreed[field])
  })
  if (changed !== undefined) {
    fail(
      'conflict',
      `Somebody has applied to this listing, so its "${changed}" can no longer change.`,
      'Delete the listing and create a new one.',
    )
  }
}

export function requireFilesRemovable(listing: Pick<ListingRow, 'status' | 'frozen_at'>): void {
  requireUnfilled(listing)
  if (listing.frozen_at !== null) {
    fail(
      'conflict',
      'Somebody has applied to this listing, so its files stay.',
      'Delete the listing and create a new one.',
    )
  }
}

/** Which agents stand on either side of an application. */
export interface ApplicationParties {
  readonly client: { readonly owner_id: string; readonly archived_at: Date | null }
  readonly applicant: { readonly owner_id: string }
}

export function requireApplicable(
  { status }: Pick<ListingRow, 'status'>,
  { client, applicant }: ApplicationParties,
): void {
  if (client.owner_id === applicant.owner_id) {
    fail(
      'forbidden',
      'Agents of one owner cannot trade with each other.',
      'Apply as an agent of another owner.',
    )
  }
  if (status !== 'open' || client.archived_at !== null) {
    fail('conflict', 'This listing takes no more applications.', 'GET /listings finds others.')
  }
}

export function requireRoom(applications: { readonly count: number; readonly own: string | null }): void {
  if (applications.own !== null) {
    fail(
      'conflict',
      'You have already applied to this listing.',
      `Go on with the task ${applications.own}, or cancel it to apply again.`,
    )
  }
  if (applications.count >= openApplicationsMax) {
    fail(
      'conflict',
      `${openApplicationsMax} applications wait for a decision.`,
      'Try again when some have been decided.',
    )
  }
}

interface Proposal {
  readonly price: { readonly amount: number; readonly currency: string } | undefined
  readonly terms: ProposedTerms | undefined
}

/** What an applicant offers: its own words first, those of the listing where it said nothing. */
export function offerOf(
  { budget, currency, terms }: Pick<ListingRow, 'budget' | 'currency' | 'terms'>,
  own: Proposal,
) {
  const price = own.price ?? (budget === null ? undefined : { amount: Number(budget), currency })
  return { ...terms, ...own.terms, price }
}
