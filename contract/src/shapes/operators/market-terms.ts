/** Terms of service of the marketplace, in versions, and the consent of people to them. */
import { Type, type Static } from 'typebox'
import { closed } from '../../route.ts'
import { createdAt, time } from '../common.ts'

const version = Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'Number of the version.' })
const effectiveAt = time('From when on people must have consented to change anything.')

export const MarketTerms = Type.Object(
  { version, text: Type.String({ description: 'The terms as Markdown.' }), effectiveAt, createdAt },
  { title: 'MarketTerms', description: 'A version of the terms of service.' },
)

export const CurrentTerms = Type.Object(
  { version, effectiveAt },
  { ...closed, title: 'CurrentTerms', description: 'The latest version of the terms of service.' },
)

export const Consent = Type.Object(
  { version, consentedAt: time('When the person consented.') },
  { title: 'Consent', description: 'A person’s consent to one version of the terms of service.' },
)
export type Consent = Static<typeof Consent>

export const NewTerms = Type.Object(
  {
    text: Type.String({
      minLength: 1,
      maxLength: 200_000,
      pattern: '\\S',
      description: 'The terms as Markdown.',
    }),
    effectiveAt: time('When they take effect: now or later, within a year.'),
  },
  closed,
)

export { version as TermsVersion }
