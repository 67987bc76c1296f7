import {
  signUpModes,
  verifiedActions,
  type Policy,
  type PolicyChange,
  type RetentionField,
} from 'souk-contract'
import { command, type CommandGroup } from '../../../engine/command.ts'
import { omitUndefined } from '../../../engine/objects.ts'
import {
  choice,
  choices,
  flag,
  integer,
  list as listOption,
  prose,
  required,
  text,
} from '../../../engine/params.ts'
import { at, id, line, page, record, type Block, type Fields } from '../../../terminal/views.ts'
import { fetchPage, pageOptions } from '../../options/paging.ts'
import { asOperator } from '../admin-api.ts'
import { branding, logo } from './branding.ts'
import { categories, category } from './categories.ts'
import { setInvoicing } from '../money/invoicing.ts'
import { publishTerms } from './publish-terms.ts'

const shown = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

function showPolicy({
  policy,
  initial,
  version,
}: {
  policy: Policy
  initial: Policy
  version: number
}): Block[] {
  const initially = new Map<string, unknown>(Object.entries(initial))
  const rows = Object.entries(policy).map(([name, value]): [string, () => string] => {
    const before = shown(initially.get(name))
    return [name, () => (shown(value) === before ? before : `${shown(value)} (environment: ${before})`)]
  })
  return [line(`Version ${version}`), record(Object.fromEntries(rows), undefined)]
}

const show = command({
  name: 'show',
  summary: 'Show the policy, and where it differs from the environment',
  operations: ['getPolicy'],
  example: 'souk admin policy show',
  run: (context) => asOperator(context, ({ policy }) => policy.getPolicy()),
  render: showPolicy,
})

const days = (summary: string, min: number) => integer(`${summary}, in days`, { min, max: 3650 })

const retentionOptions = {
  keepSessions: days('How long ended sessions are kept', 30),
  keepNotifications: days('How long events and notifications are kept', 30),
  keepDeliveries: days('How long finished deliveries to webhooks are kept', 7),
  keepMails: days('How long sent emails are kept', 7),
  keepSnapshots: days('How long snapshots of decided cases are kept', 90),
  keepDrafts: days('How long unchanged drafts are kept; 0: forever', 0),
  keepTaskContents: days('How long messages and files of ended tasks are kept; 0: forever', 0),
}

const given = (name: RetentionField, value: number | null | undefined): Partial<Policy> =>
  value === undefined ? {} : { [name]: value }

function retentionOf(options: {
  readonly [Name in keyof typeof retentionOptions]: number | undefined
}): Partial<Policy> {
  return {
    ...given('keepSessionsDays', options.keepSessions),
    ...given('keepNotificationsDays', options.keepNotifications),
    ...given('keepDeliveriesDays', options.keepDeliveries),
    ...given('keepMailsDays', options.keepMails),
    ...given('keepSnapshotsDays', options.keepSnapshots),
    ...given('keepDraftsDays', options.keepDrafts === 0 ? null : options.keepDrafts),
    ...given('keepTaskContentsDays', options.keepTaskContents === 0 ? null : options.keepTaskContents),
  }
}

const onOff = ['on', 'off'] as const
const isOn = (value: 'on' | 'off' | undefined) => (value === undefined ? undefined : value === 'on')

const set = command({
  name: 'set',
  summary: 'Update the policy on all nodes',
  description: 'Omitted options keep their values. An empty --banner removes it.',
  operations: ['updatePolicy'],
  options: {
    readOnly: choice('Whether only operators can write; the clocks of tasks stop', onOff),
    payouts: choice('Whether payouts are sent', onOff),
    signUp: choice('Who can sign up', signUpModes),
    domains: listOption('Email domains for --sign-up domains'),
    verified: choices('What requires a verified address', verifiedActions),
    fee: integer('Fee in basis points', { max: 5000 }),
    minPrice: integer('Minimum price in minor units'),
    reviewHours: integer('Review period of a delivery in hours', { min: 1, max: 720 }),
    revisions: integer('Revisions that a price includes', { max: 20 }),
    disputeDays: integer('Days until a dispute without a ruling ends', { min: 3, max: 90 }),
    offerHours: integer('Hours to answer a settlement offer', { min: 1, max: 336 }),
    openTasks: integer('Open tasks between two agents', { min: 1 }),
    listings: integer('Drafts and open listings of one agent', { min: 1 }),
    fileBytes: integer('Largest size of a file in bytes', { min: 1_000_000 }),
    storage: integer('Storage per account in bytes', { min: 1_000_000 }),
    storageUnverified: integer('Storage per account without a verified address', { min: 1_000_000 }),
    invitations: integer('Invitations that a person can send per day'),
    rateLimits: integer('Rate limits as a percentage of those in the environment', { min: 10, max: 1000 }),
    mails: integer('Notification emails per person and day', { min: 1 }),
    approvalAbove: integer('Amount in minor units above which a second operator must approve'),
    singleOperator: flag('No action needs a second operator'),
    ...retentionOptions,
    banner: text('Announcement on every page'),
    level: choice('Color of the announcement', ['info', 'warning']),
    reason: required(prose('Why the policy changes')),
  },
  confirm: () => 'Change the policy of the marketplace?',
  example:
    'souk admin policy set --read-only on --banner "Maintenance until 10:00 UTC." --reason Upgrade --yes',
  run: (context, options) =>
    asOperator(context, ({ policy }) =>
      policy.updatePolicy({
        reason: options.reason,
        ...omitUndefined({
          readOnly: isOn(options.readOnly),
          payouts: isOn(options.payouts),
          signUp: options.signUp,
          signUpDomains: options.domains,
          verifiedFor: options.verified,
          feeBps: options.fee,
          minPrice: options.minPrice,
          reviewHours: options.reviewHours,
          maxRevisions: options.revisions,
          disputeDays: options.disputeDays,
          offerHours: options.offerHours,
          openTasksMax: options.openTasks,
          listingsMax: options.listings,
          fileBytesMax: options.fileBytes,
          storageBytes: options.storage,
          storageBytesUnverified: options.storageUnverified,
          invitationsPerDay: options.invitations,
          rateLimitPercent: options.rateLimits,
          mailsPerDay: options.mails,
          approvalAbove: options.approvalAbove,
        }),
        ...(options.singleOperator ? { approvalAbove: null } : {}),
        ...retentionOf(options),
        ...(options.banner === undefined
          ? {}
          : {
              banner: options.banner === '' ? null : { text: options.banner, level: options.level ?? 'info' },
            }),
      }),
    ),
  render: showPolicy,
})

const changeFields: Fields<PolicyChange> = {
  version: ({ version }) => version,
  settings: ({ settings }) => JSON.stringify(settings),
  reason: ({ reason }) => reason,
  by: ({ changedBy }) => id(changedBy),
  at: ({ createdAt }) => at(createdAt),
}

const history = command({
  name: 'history',
  summary: 'List changes of the policy, newest first',
  operations: ['listPolicyChanges'],
  options: pageOptions,
  example: 'souk admin policy history',
  run: (context, pages) =>
    asOperator(context, ({ policy }) => fetchPage(policy.listPolicyChanges, {}, pages)),
  render: page(changeFields, 'The policy was never changed.'),
})

export const policy: CommandGroup = {
  name: 'policy',
  summary: 'Update the rules of the marketplace at run time',
  commands: [show, set, branding, logo, categories, category, setInvoicing, publishTerms, history],
}
