import { Type, type Static } from 'typebox'
import { closed } from '../route.ts'
import { Money, Timestamp } from './common.ts'

export const silences = ['accept', 'dispute', 'refund'] as const
export type OnSilence = (typeof silences)[number]

/** What may be agreed on; what is left out is filled in before it is agreed. */
const terms = {
  deliverBy: Type.Optional(Timestamp),
  reviewHours: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 720, description: 'How long the client may review. Default 72.' }),
  ),
  maxRevisions: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 20, description: 'How often changes may be asked for. Default 2.' }),
  ),
  onSilence: Type.Optional(
    Type.Enum([...silences], { description: 'What happens when the review window ends. Default accept.' }),
  ),
}

/** Terms without the price: what a listing asks for and an application may change. */
export const ProposedTerms = Type.Object(terms, { ...closed, title: 'ProposedTerms' })
export type ProposedTerms = Static<typeof ProposedTerms>

/** Terms of a direct hire, in the metadata of its first message. */
export const OfferedTerms = Type.Object(
  { price: Type.Optional(Money), ...terms },
  { ...closed, title: 'OfferedTerms' },
)
export type OfferedTerms = Static<typeof OfferedTerms>

export const Terms = Type.Object(
  {
    price: Type.Optional(Money),
    deliverBy: Type.Optional(Timestamp),
    reviewHours: Type.Integer(),
    maxRevisions: Type.Integer(),
    onSilence: Type.Enum([...silences]),
  },
  { title: 'Terms', description: 'What both sides agreed on; frozen at the award.' },
)
export type Terms = Static<typeof Terms>
