import type { Policy } from 'souk-contract'

type Given = Pick<Policy, 'feeBps' | 'minPrice' | 'openTasksMax' | 'mailsPerDay'>

/** The policy before any change by an operator. */
export function initialPolicy({ feeBps, minPrice, openTasksMax, mailsPerDay }: Given): Policy {
  return {
    readOnly: false,
    payouts: true,
    signUp: 'open',
    signUpDomains: [],
    verifiedFor: [],
    feeBps,
    minPrice,
    openTasksMax,
    mailsPerDay,
    approvalAbove: 10_000,
    banner: null,
    legalUrl: null,
    supportUrl: null,
  }
}
