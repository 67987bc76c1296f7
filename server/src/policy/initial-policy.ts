import type { Policy } from 'souk-contract'

type Given = Pick<
  Policy,
  | 'feeBps'
  | 'minPrice'
  | 'openTasksMax'
  | 'mailsPerDay'
  | 'fileBytesMax'
  | 'storageBytes'
  | 'storageBytesUnverified'
  | 'invitationsPerDay'
  | 'mailSender'
>

/** The policy before any change by an operator. */
export function initialPolicy(given: Given): Policy {
  return {
    readOnly: false,
    payouts: true,
    signUp: 'open',
    signUpDomains: [],
    verifiedFor: [],
    ...given,
    categories: [],
    reviewHours: 72,
    maxRevisions: 2,
    disputeDays: 14,
    offerHours: 72,
    listingsMax: 200,
    rateLimitPercent: 100,
    approvalAbove: 10_000,
    invoicing: null,
    keepSessionsDays: 90,
    keepNotificationsDays: 90,
    keepDeliveriesDays: 30,
    keepMailsDays: 30,
    keepSnapshotsDays: 730,
    keepDraftsDays: null,
    keepTaskContentsDays: null,
    banner: null,
    terms: null,
    marketName: 'Souk',
    logo: null,
    accentColor: null,
    legalUrl: null,
    privacyUrl: null,
    supportUrl: null,
    supportEmail: null,
  }
}
