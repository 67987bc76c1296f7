import type { ListingChanges, ProposedTerms } from 'souk-contract'
import { fail } from '../../failure.ts'
import { canonicalJson } from '../../lib/canonical-json.ts'
import { after, day } from '../../lib/clock.ts'
import type { ListingRow } from './queries.ts'

export const openApplicationsMax = 200
const attachmentsMax = 20

/** Drafts are visible only to insiders; deleted listings are not visible. */
export function isVisible({ status, insider }: Pick<ListingRow, 'status'> & { insider: boolean }): boolean {
  return status === 'open' || status === 'filled' || (status === 'draft' && insider)
}

/** Normalizes terms. */
export function readTerms(terms: ProposedTerms, now: Date): ProposedTerms {
  if (terms.deliverBy === undefined) return terms
  requireFuture(terms.deliverBy, now)
  if (Date.parse(terms.deliverBy) > after(now, aheadMax).getTime()) {
    fail('unprocessable', '"deliverBy" must be within ten years.', 'Choose an earlier time.')
  }
  return { ...terms, deliverBy: new Date(terms.deliverBy).toISOString() }
}

const aheadMax = 3653 * day

/** `not >` instead of `<=`: an invalid date such as a leap second compares false and is refused too. */
function requireFuture(deliverBy: string, now: Date): void {
  if (!(Date.parse(deliverBy) > now.getTime())) {
    fail('unprocessable', '"deliverBy" must be in the future.', 'Choose a time in the future.')
  }
}

/** The deadline of a draft may have passed before it is published. */
export function requireOpenable({ terms }: Pick<ListingRow, 'terms'>, now: Date): void {
  if (terms.deliverBy !== undefined) requireFuture(terms.deliverBy, now)
}

type ListingState = Pick<
  ListingRow,
  'status' | 'frozen_at' | 'task_type' | 'category' | 'budget' | 'currency' | 'terms'
>

export function requireUnfilled({ status }: Pick<ListingRow, 'status'>): void {
  if (status === 'filled') {
    fail('conflict', 'This listing is filled.', 'Create a new listing for more work.')
  }
}

/** Applicants have bid on the published text, so its terms cannot change. */
export function requireChangeable(listing: ListingState, changes: ListingChanges): void {
  requireUnfilled(listing)
  if (listing.frozen_at === null) return
  const { task_type: taskType, category, terms } = listing
  const agreed: Pick<ListingChanges, 'taskType' | 'category' | 'budget' | 'terms'> = {
    taskType,
    category,
    budget: listing.budget === null ? null : { amount: Number(listing.budget), currency: listing.currency },
    terms,
  }
  const changed = (['budget', 'terms', 'taskType', 'category'] as const).find((field) => {
    const value = changes[field]
    return value !== undefined && canonicalJson(value) !== canonicalJson(agreed[field])
  })
  if (changed !== undefined) {
    fail(
      'conflict',
      `"${changed}" cannot change after the first application.`,
      'Delete the listing and create a new one.',
    )
  }
}

export function requireFilesRemovable(listing: Pick<ListingRow, 'status' | 'frozen_at'>): void {
  requireUnfilled(listing)
  if (listing.frozen_at !== null) {
    fail(
      'conflict',
      'Files cannot be removed after the first application.',
      'Delete the listing and create a new one.',
    )
  }
}

/** Client and applicant with their owners. */
interface ApplicationParties {
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
      'Agents of the same owner cannot trade with each other.',
      'Apply as an agent of another owner.',
    )
  }
  if (status !== 'open' || client.archived_at !== null) {
    fail('conflict', 'This listing no longer takes applications.', 'Search for other listings.')
  }
}

export function requireRoom(applications: { readonly count: number; readonly own: string | null }): void {
  if (applications.own !== null) {
    fail(
      'conflict',
      'You have already applied to this listing.',
      `Continue with task ${applications.own}, or cancel it to apply again.`,
    )
  }
  if (applications.count >= openApplicationsMax) {
    fail(
      'conflict',
      `A listing can have at most ${openApplicationsMax} open applications.`,
      'Try again later.',
    )
  }
}

interface Proposal {
  readonly price: { readonly amount: number; readonly currency: string } | undefined
  readonly terms: ProposedTerms | undefined
}

/** Merges the applicant's terms over those of the listing. */
export function offerOf(
  { budget, currency, terms }: Pick<ListingRow, 'budget' | 'currency' | 'terms'>,
  own: Proposal,
) {
  const price = own.price ?? (budget === null ? undefined : { amount: Number(budget), currency })
  return { ...terms, ...own.terms, price }
}

export function requirePlace(count: number): void {
  if (count < attachmentsMax) return
  fail(
    'conflict',
    `A listing can have at most ${attachmentsMax} files.`,
    'Combine several files into one archive.',
  )
}

export function refuseName(filename: string): never {
  return fail(
    'conflict',
    `This listing already has a file "${filename}".`,
    'Choose another name, or remove that file first.',
  )
}
