/** Policy of the market, which operators change at run time. */
import { Type, type Static } from 'typebox'
import { closed } from '../../route.ts'
import { Accent, brandingFields, Logo } from './branding.ts'
import { categoriesMax, Category, MarketCategory } from '../market/category.ts'
import { Invoicing } from '../money/invoice.ts'
import { CurrentTerms } from './market-terms.ts'
import { createdAt, field, id, nullable } from '../common.ts'

export const signUpModes = ['open', 'invitation', 'domains', 'closed'] as const
export const verifiedActions = ['work', 'posts', 'payouts'] as const
export type VerifiedAction = (typeof verifiedActions)[number]

const Banner = Type.Object(
  {
    text: Type.String({
      minLength: 1,
      maxLength: 300,
      pattern: '\\S',
      description: 'Text that every page shows.',
    }),
    level: Type.Enum(['info', 'warning'], { description: 'Color of the banner.' }),
  },
  { ...closed, title: 'Banner', description: 'An announcement of the operators.' },
)

/** Terms that apply where the parties state none. Tasks keep the values of their beginning. */
const defaults = {
  reviewHours: Type.Integer({
    minimum: 1,
    maximum: 720,
    description: 'Hours that a client has to review a delivery, unless the terms say otherwise.',
  }),
  maxRevisions: Type.Integer({
    minimum: 0,
    maximum: 20,
    description: 'Revisions that a price includes, unless the terms say otherwise.',
  }),
  disputeDays: Type.Integer({
    minimum: 3,
    maximum: 90,
    description: 'Days after which a dispute without a ruling ends according to the terms of its task.',
  }),
  offerHours: Type.Integer({
    minimum: 1,
    maximum: 336,
    description: 'Hours that a party has to answer a settlement offer.',
  }),
}

const bytes = (description: string) =>
  Type.Integer({ minimum: 1_000_000, maximum: 1_000_000_000_000, description })

const limits = {
  openTasksMax: Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    description: 'Open tasks between two agents.',
  }),
  listingsMax: Type.Integer({
    minimum: 1,
    maximum: 10_000,
    description: 'Drafts and open listings of one agent.',
  }),
  fileBytesMax: bytes('Largest size of an uploaded file, in bytes.'),
  storageBytes: bytes('Storage per account, in bytes.'),
  storageBytesUnverified: bytes('Storage per account without a verified email address, in bytes.'),
  invitationsPerDay: Type.Integer({
    minimum: 0,
    maximum: 100_000,
    description: 'Invitations to organizations that a person can send per day.',
  }),
  rateLimitPercent: Type.Integer({
    minimum: 10,
    maximum: 1000,
    description: 'API rate limits, as a percentage of the limits that the environment sets.',
  }),
  mailsPerDay: Type.Integer({
    minimum: 1,
    maximum: 10_000,
    description:
      'Notification emails per person and day, separately about money, agreed work and anything else.',
  }),
}

/** Periods after which data is removed, in days: the minimum, and whether `null` keeps it forever. */
export const retentionPeriods = {
  keepSessionsDays: { minimum: 30, optional: false },
  keepNotificationsDays: { minimum: 30, optional: false },
  keepDeliveriesDays: { minimum: 7, optional: false },
  keepMailsDays: { minimum: 7, optional: false },
  keepSnapshotsDays: { minimum: 90, optional: false },
  keepDraftsDays: { minimum: 30, optional: true },
  keepTaskContentsDays: { minimum: 180, optional: true },
} as const
export type RetentionField = keyof typeof retentionPeriods
export const retentionFields = Object.keys(retentionPeriods).filter(isRetentionField)
export const retentionDaysMax = 3650

function isRetentionField(name: string): name is RetentionField {
  return Object.hasOwn(retentionPeriods, name)
}

const days = (name: RetentionField, description: string) =>
  Type.Integer({ minimum: retentionPeriods[name].minimum, maximum: retentionDaysMax, description })

const retention = {
  keepSessionsDays: days('keepSessionsDays', 'Days after which ended and expired sessions are deleted.'),
  keepNotificationsDays: days(
    'keepNotificationsDays',
    'Days after which events and notifications are deleted.',
  ),
  keepDeliveriesDays: days(
    'keepDeliveriesDays',
    'Days after which finished deliveries to webhooks are deleted.',
  ),
  keepMailsDays: days('keepMailsDays', 'Days after which finished emails are deleted.'),
  keepSnapshotsDays: days(
    'keepSnapshotsDays',
    'Days after which snapshots and report texts of decided cases are removed.',
  ),
  keepDraftsDays: nullable(
    days('keepDraftsDays', 'Number of days.'),
    'Days after which unchanged drafts of listings are deleted; `null`: never.',
  ),
  keepTaskContentsDays: nullable(
    days('keepTaskContentsDays', 'Number of days.'),
    'Days after which messages, artifacts and files of ended tasks are removed; `null`: never.',
  ),
}

const fields = {
  readOnly: Type.Boolean({
    description: 'Whether only operators can write. The clocks of tasks stop and continue afterwards.',
  }),
  payouts: Type.Boolean({ description: 'Whether payouts are sent.' }),
  signUp: Type.Enum([...signUpModes], {
    description:
      'Who can sign up: everyone, people invited to an organization, addresses of `signUpDomains`, or none.',
  }),
  signUpDomains: Type.Array(Type.String({ pattern: '^[a-z0-9.-]+\\.[a-z]+$', maxLength: 253 }), {
    maxItems: 100,
    uniqueItems: true,
    description: 'Email domains for `signUp: domains`, in lower case.',
  }),
  verifiedFor: Type.Array(Type.Enum([...verifiedActions]), {
    uniqueItems: true,
    maxItems: 3,
    description: 'What requires a verified email address: new work, posts and comments, payouts.',
  }),
  feeBps: Type.Integer({
    minimum: 0,
    maximum: 5000,
    description: 'Fee on settled work in basis points. Tasks keep the fee of their award.',
  }),
  categories: Type.Array(Category, {
    maxItems: categoriesMax,
    description:
      'Categories of listings in their order, each with its fee. A category cannot be removed, only archived.',
  }),
  minPrice: Type.Integer({
    minimum: 0,
    maximum: 1_000_000_000,
    description: 'Minimum price of paid work in minor units.',
  }),
  ...defaults,
  ...limits,
  approvalAbove: nullable(
    Type.Integer({ minimum: 0, maximum: 1_000_000_000_000 }),
    'Refunds, write-offs and corrections by one operator above this sum within 24 hours, in minor units, require a second operator; `null`: none do.',
  ),
  invoicing: nullable(
    Invoicing,
    'Details of invoices for fees; `null`: none are issued. Once set, every month since the first fee is invoiced.',
  ),
  ...retention,
  banner: nullable(Banner, 'Announcement on every page; `null` for none.'),
  ...brandingFields,
}

/** Set by publishing terms, not by a change of the policy. */
const terms = nullable(CurrentTerms, 'Latest terms of service; `null` if none are published.')
/** Set by uploading an image. */
const logo = nullable(Logo, 'The logo; `null` for the built-in one.')

export const Policy = Type.Object(
  { ...fields, terms, logo },
  {
    ...closed,
    title: 'Policy',
    description: 'Rules of the marketplace.',
  },
)
export type Policy = Static<typeof Policy>

/** Fields to change; the others stay. */
export const PolicyUpdate = Type.Partial(Type.Object(fields))

export const PolicyChange = Type.Object(
  {
    version: Type.Integer({ description: 'Number of the change.' }),
    settings: Type.Object(
      {},
      { additionalProperties: true, description: 'Fields that operators have set so far.' },
    ),
    changedBy: id('User ID of the operator.'),
    changedByName: nullable(Type.String(), 'Name of the operator.'),
    reason: Type.String({ description: 'Reason of the change.' }),
    createdAt,
  },
  { title: 'PolicyChange', description: 'A change of the policy.' },
)
export type PolicyChange = Static<typeof PolicyChange>

export const CurrentPolicy = Type.Object({
  policy: field(Policy, 'The policy in effect.'),
  initial: field(Policy, 'The policy of the environment of the node that answers.'),
  accent: nullable(Accent, 'Colors that pages use for `accentColor`; `null` for the built-in ones.'),
  version: Type.Integer({ description: 'Number of the latest change; 0 if there is none.' }),
})

export const Market = Type.Object(
  {
    name: brandingFields.marketName,
    logo,
    accentColor: brandingFields.accentColor,
    legalUrl: brandingFields.legalUrl,
    privacyUrl: brandingFields.privacyUrl,
    supportUrl: brandingFields.supportUrl,
    supportEmail: brandingFields.supportEmail,
    banner: fields.banner,
    readOnly: fields.readOnly,
    payouts: fields.payouts,
    signUp: fields.signUp,
    terms,
    categories: Type.Array(MarketCategory, { description: 'Categories of listings, in their order.' }),
    defaults: Type.Object(defaults, {
      description: 'Terms that apply to new tasks where the parties state none.',
    }),
  },
  { title: 'Market', description: 'Public part of the policy.' },
)
