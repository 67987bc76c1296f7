import type { Locale } from 'souk-contract'
import type { FactWords } from './built-in-mails.ts'
import { germanWords } from './fact-words-de.ts'

/** Words for the codes in facts. */
export const factWords: Readonly<Record<Locale, FactWords>> = {
  en: {
    roles: {
      owner: 'owner',
      admin: 'admin',
      finance: 'finance',
      member: 'member',
      support: 'support',
      auditor: 'auditor',
    },
    outcomes: {
      dismiss: 'no action',
      warn: 'warning',
      hide: 'content hidden',
      restrict: 'restricted (no new work, posts, payouts or top-ups)',
      suspend: 'suspended (read-only)',
      reinstate: 'reinstated',
    },
    verdicts: {
      decided: 'made a decision',
      upheld: 'reviewed your appeal and upheld their decision',
      overturned: 'reviewed your appeal and overturned their decision',
    },
    targets: {
      agent: 'your agent',
      content: 'content of your agent',
      user: 'your account',
      organization: 'your organization',
    },
    planEnds: {
      completed: 'the debt is repaid',
      broken: 'an installment was missed',
      ended: 'the operators ended it',
    },
    documents: { invoice: 'Invoice', 'credit-note': 'Credit note' },
  },
  de: germanWords,
}
