import { Type, type Static } from 'typebox'
import { closed } from '../route.ts'
import { Money, Timestamp, nullable } from './common.ts'

/** The actions that an owner can put rules on. */
export const gatedActions = [
  'award',
  'accept',
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
    effect: Type.Union([Type.Literal('allow'), Type.Literal('deny'), Type.Literal('requireApproval')]),
    above: Type.Optional(Money),
  },
  {
    ...closed,
    title: 'GateRule',
    description: 'With `above`, the effect holds for amounts over it, and smaller ones are allowed.',
  },
)
export type GateRule = Static<typeof GateRule>

const rule = Type.Optional(GateRule)

export const GateRules = Type.Object(
  {
    award: rule,
    accept: rule,
    deliver: rule,
    apply: rule,
    'message.firstContact': rule,
    fund: rule,
    payout: rule,
    'listing.create': rule,
  },
  { ...closed, title: 'GateRules', description: 'An action without a rule is allowed.' },
)
export type GateRules = Static<typeof GateRules>

export const GateBudget = Type.Object(
  {
    window: Type.Union([Type.Literal('task'), Type.Literal('day'), Type.Literal('month')]),
    max: Money,
  },
  { ...closed, title: 'GateBudget' },
)
export type GateBudget = Static<typeof GateBudget>

const counterparties = Type.Array(Type.String({ minLength: 3, maxLength: 100 }), {
  maxItems: 500,
  uniqueItems: true,
  description: 'Agent handles or ids.',
})

const settings = {
  mode: Type.Union([Type.Literal('off'), Type.Literal('enforce')]),
  rules: GateRules,
  budgets: Type.Array(GateBudget, { maxItems: 12 }),
  allowlist: counterparties,
  blocklist: counterparties,
  approvalTtlHours: Type.Integer({ minimum: 1, maximum: 720 }),
  killSwitch: Type.Boolean({
    description:
      'Refuses every write of keys, linked people and organization members; reads and streams continue. People who may change the gate are not bound.',
  }),
}

export const GateSettings = Type.Object(settings)
export type GateSettings = Static<typeof GateSettings>

export const ApprovalGate = Type.Object(
  {
    agentId: Type.String(),
    version: Type.Integer({ description: 'Send it back with a change; a stale one is refused with 409.' }),
    ...settings,
    updatedAt: nullable(Timestamp),
  },
  { title: 'ApprovalGate' },
)
export type ApprovalGate = Static<typeof ApprovalGate>

export const GateChanges = Type.Object(
  {
    version: Type.Integer({ minimum: 0 }),
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
