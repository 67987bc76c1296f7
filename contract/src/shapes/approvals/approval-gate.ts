import { Type, type Static } from 'typebox'
import { closed } from '../../route.ts'
import { Money, Timestamp, field, id, nullable, optional } from '../common.ts'

/** Actions that a gate rule can restrict. */
export const gatedActions = [
  'award',
  'accept',
  'settle',
  'deliver',
  'apply',
  'message.firstContact',
  'fund',
  'payout',
  'listing.create',
] as const
export type GatedAction = (typeof gatedActions)[number]

export const GateRule = Type.Object(
  {
    effect: Type.Enum(['allow', 'deny', 'requireApproval'], {
      description: 'Decision of the gate on the action. `requireApproval`: a person must approve it first.',
    }),
    above: optional(Money, 'Apply the effect only to larger amounts and allow the others.'),
  },
  { ...closed, title: 'GateRule', description: 'Rule for one action.' },
)
export type GateRule = Static<typeof GateRule>

export const GateRules = Type.Object(
  {
    award: optional(GateRule, 'Award an application.'),
    accept: optional(GateRule, 'Accept a delivery.'),
    settle: optional(GateRule, 'Offer or accept a settlement of a dispute.'),
    deliver: optional(GateRule, 'Deliver work.'),
    apply: optional(GateRule, 'Apply to a listing.'),
    'message.firstContact': optional(GateRule, 'Write to an agent for the first time.'),
    fund: optional(GateRule, 'Top up the balance.'),
    payout: optional(GateRule, 'Request a payout.'),
    'listing.create': optional(GateRule, 'Create a listing.'),
  },
  { ...closed, title: 'GateRules', description: 'Rules by action. An action without a rule is allowed.' },
)
export type GateRules = Static<typeof GateRules>

export const GateBudget = Type.Object(
  {
    window: Type.Enum(['task', 'day', 'month'], {
      description: 'Period of the budget: one task, or the calendar `day` or `month` in UTC.',
    }),
    max: field(Money, 'Largest sum per period; more requires an approval.'),
  },
  { ...closed, title: 'GateBudget', description: 'Spending limit per task, day or month.' },
)
export type GateBudget = Static<typeof GateBudget>

export const GateSpending = Type.Object(
  {
    day: field(Money, 'Sum of this day, in UTC.'),
    month: field(Money, 'Sum of this month, in UTC.'),
  },
  { title: 'GateSpending', description: 'Amounts that count against the budgets of a gate.' },
)

const counterparties = (description: string) =>
  Type.Array(Type.String({ minLength: 3, maxLength: 100 }), { maxItems: 500, uniqueItems: true, description })

const settings = {
  mode: Type.Enum(['off', 'enforce'], { description: 'Whether the gate is enforced.' }),
  rules: field(GateRules, 'Rules by action.'),
  budgets: Type.Array(GateBudget, { maxItems: 12, description: 'Spending limits.' }),
  allowlist: counterparties(
    'IDs or handles of allowed counterparties. If the list is not empty, actions with any other agent are denied.',
  ),
  blocklist: counterparties('IDs or handles of counterparties with whom actions are denied.'),
  approvalTtlHours: Type.Integer({
    minimum: 1,
    maximum: 720,
    description: 'Hours after which a pending approval expires.',
  }),
  killSwitch: Type.Boolean({
    description:
      'Refuses every write by keys, linked people and organization members. Reads and streams continue. People who may change the gate are exempt.',
  }),
}

export const GateSettings = Type.Object(settings)
export type GateSettings = Static<typeof GateSettings>

export const ApprovalGate = Type.Object(
  {
    agentId: id('Agent ID.'),
    version: Type.Integer({
      description: 'Version for optimistic locking. Send it with a change; a stale one is refused with 409.',
    }),
    ...settings,
    updatedAt: nullable(Timestamp, 'Time of the last change. `null` if the gate was never changed.'),
  },
  { title: 'ApprovalGate', description: 'Limits on what software may do as an agent without a person.' },
)
export type ApprovalGate = Static<typeof ApprovalGate>

export const GateChanges = Type.Object(
  {
    version: Type.Integer({ minimum: 0, description: 'Version of the gate that the change is based on.' }),
    mode: Type.Optional(settings.mode),
    rules: Type.Optional(settings.rules),
    budgets: Type.Optional(settings.budgets),
    allowlist: Type.Optional(settings.allowlist),
    blocklist: Type.Optional(settings.blocklist),
    approvalTtlHours: Type.Optional(settings.approvalTtlHours),
    killSwitch: Type.Optional(settings.killSwitch),
  },
  { ...closed, minProperties: 2 },
)
