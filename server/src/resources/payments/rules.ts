import type { DeclineCode } from '../../ports/processor/snapshots.ts'

/** What to do about each reason for which a card is refused. */
const advice: Record<DeclineCode, string> = {
  card_declined: 'Save another card, or top up by a session.',
  insufficient_funds: 'Charge less, save another card, or top up by a session.',
  authentication_required:
    'The bank wants to ask its customer: open a top-up session, where a person can answer.',
  expired_card: 'Save a card that is still valid.',
  incorrect_details: 'Save the card again.',
  method_removed: 'Save a card first.',
  account_not_ready: 'Finish the onboarding first.',
  processing_error: 'Try again in a while.',
}

export function declineAdvice(code: string | null): string {
  return Object.entries(advice).find(([known]) => known === code)?.[1] ?? advice.card_declined
}
