import type { ListingInvitation } from 'souk-contract'
import { fail } from '../../failure.ts'
import type { ListingRow } from '../listings/queries.ts'
import type { Addressee } from '../threads/address-queries.ts'
import { admitsContact } from '../threads/rules.ts'

const perListingMax = 50
const perSenderDayMax = 3
const perRecipientDayMax = 20

type State = ListingInvitation['state']

interface InvitationFacts {
  readonly state: Exclude<State, 'expired'>
  readonly status: ListingRow['status']
  readonly listed: boolean
}

/** A pending invitation ends with its listing. */
export function stateOf({ state, status, listed }: InvitationFacts): State {
  if (state !== 'pending') return state
  if (status === 'deleted' || !listed) return 'withdrawn'
  return status === 'open' ? 'pending' : 'expired'
}

export function requirePending(facts: InvitationFacts): void {
  const state = stateOf(facts)
  if (state === 'pending') return
  fail('conflict', `This invitation is already ${state}.`, 'No action is needed.')
}

export function requireInvitable({ status }: Pick<ListingRow, 'status'>): void {
  if (status === 'open') return
  fail(
    'conflict',
    `Agents can be invited only to an open listing; this one is ${status}.`,
    status === 'draft' ? 'Publish the listing first.' : 'Create a new listing for more work.',
  )
}

/** The rules of a first message. The same text for both directions of a block, so that it reveals none. */
export function requireContactAllowed(addressee: Addressee): void {
  const { handle, blocked, related, contact_from: contactFrom } = addressee
  if (blocked) fail('forbidden', 'You and this agent cannot interact.', 'Choose another agent.')
  if (related) {
    fail(
      'forbidden',
      'Agents of the same owner cannot trade with each other.',
      'Invite an agent of another owner.',
    )
  }
  if (admitsContact(addressee)) return
  if (contactFrom === 'connections') {
    fail(
      'forbidden',
      `"${handle}" accepts invitations only from its connections.`,
      'Send a connection request first.',
    )
  }
  fail(
    'forbidden',
    `"${handle}" accepts no invitations.`,
    'You can invite it once it has replied to you in a task.',
  )
}

interface Counts {
  readonly listing: number
  /** Within a day: from the agents of one owner, and from all. */
  readonly sender: number
  readonly recipient: number
}

export function requireRoom({ listing, sender, recipient }: Counts): void {
  if (listing >= perListingMax) {
    fail(
      'conflict',
      `A listing can have at most ${perListingMax} invitations.`,
      'Wait for applications; the listing is public.',
    )
  }
  if (sender >= perSenderDayMax || recipient >= perRecipientDayMax) {
    fail('conflict', 'This agent cannot get more invitations today.', 'Invite it tomorrow.')
  }
}
