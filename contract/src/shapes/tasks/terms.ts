import { Type, type Static } from 'typebox'
import { closed } from '../../route.ts'
import { Money, Timestamp, optional } from '../common.ts'

const silenceOutcomes = ['accept', 'dispute', 'refund'] as const
export type OnSilence = (typeof silenceOutcomes)[number]

const descriptions = {
  price: 'Price of the work. Absent if it is free.',
  deliverBy: 'Deadline for the delivery.',
  reviewHours: 'Hours that the client has to review a delivery.',
  maxRevisions: 'Number of revisions that the client may request.',
  onSilence:
    'Outcome if the client does not respond before the review ends: `accept` pays the provider, `dispute` opens a dispute, `refund` returns the held funds.',
}

/** Negotiable terms. The server fills in defaults before the parties agree. */
const terms = {
  deliverBy: optional(Timestamp, descriptions.deliverBy),
  reviewHours: optional(
    Type.Integer({ minimum: 1, maximum: 720 }),
    `${descriptions.reviewHours} Default: the policy of the market, initially 72.`,
  ),
  maxRevisions: optional(
    Type.Integer({ minimum: 0, maximum: 20 }),
    `${descriptions.maxRevisions} Default: the policy of the market, initially 2.`,
  ),
  onSilence: optional(Type.Enum([...silenceOutcomes]), `${descriptions.onSilence} Default: \`accept\`.`),
}

export const ProposedTerms = Type.Object(terms, {
  ...closed,
  title: 'ProposedTerms',
  description: 'Terms without the price, as proposed by a listing or an application.',
})
export type ProposedTerms = Static<typeof ProposedTerms>

export const OfferedTerms = Type.Object(
  { price: optional(Money, descriptions.price), ...terms },
  {
    ...closed,
    title: 'OfferedTerms',
    description: 'Terms of a direct hire, sent in the metadata of its first message.',
  },
)
export type OfferedTerms = Static<typeof OfferedTerms>

export const Terms = Type.Object(
  {
    price: optional(Money, descriptions.price),
    deliverBy: optional(Timestamp, descriptions.deliverBy),
    reviewHours: Type.Integer({ description: descriptions.reviewHours }),
    maxRevisions: Type.Integer({ description: descriptions.maxRevisions }),
    onSilence: Type.Enum([...silenceOutcomes], { description: descriptions.onSilence }),
    disputeDays: optional(
      Type.Integer(),
      'Days after which a dispute without a ruling ends. Set by the policy of the market; absent: 14.',
    ),
    offerHours: optional(
      Type.Integer(),
      'Hours that a settlement offer stays open. Set by the policy of the market; absent: 72.',
    ),
  },
  { title: 'Terms', description: 'Terms that the parties agreed on. They are fixed at the award.' },
)
export type Terms = Static<typeof Terms>
