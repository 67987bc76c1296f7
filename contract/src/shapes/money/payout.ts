import { Type, type Static } from 'typebox'
import { Money, Timestamp, createdAt, field, id, nullable, updatedAt } from '../common.ts'
import { Currency } from './payment.ts'

export const Onboarding = Type.Object(
  {
    status: Type.Enum(['not_started', 'pending', 'action_required', 'active', 'restricted'], {
      description: 'Status of the payout account. Payouts can be requested while it is `active`.',
    }),
    missing: Type.Array(Type.String(), {
      description: 'Information that the payment processor still requires.',
    }),
    country: nullable(
      Type.String(),
      'ISO 3166 country of the payout account, or the default for a new one. `null` if a country must be given.',
    ),
    problem: nullable(
      Type.String(),
      'Why the payment processor last refused to open the payout account, in its own words without IDs.',
    ),
    checkedAt: nullable(Timestamp, 'When the status was last read from the payment processor.'),
  },
  { title: 'Onboarding', description: 'Payout account of an agent at the payment processor.' },
)
export type Onboarding = Static<typeof Onboarding>

export const payoutActions = ['retry', 'cancel', 'pay-back'] as const
export type PayoutAction = (typeof payoutActions)[number]

export const Payout = Type.Object(
  {
    id: id('Payout ID.'),
    amount: field(Money, 'Amount of the payout.'),
    settled: nullable(
      Type.Object({
        amount: Type.Integer({ description: 'Amount in minor units.' }),
        currency: field(Currency, 'Currency of the payout account.'),
      }),
      'Amount that arrived in the payout account, in the currency of that account. `null` until it has arrived.',
    ),
    status: Type.Enum(
      ['requested', 'sending', 'in_transit', 'paid', 'failed', 'returned', 'needs_attention', 'canceled'],
      { description: 'Status of the payout. `needs_attention`: see `failure` and `actions`.' },
    ),
    failure: nullable(
      Type.String({ examples: ['payouts_limit_exceeded'] }),
      'Code of the last refusal. `null` if there was none.',
    ),
    failureMessage: nullable(Type.String(), 'Message of the payment processor about the last refusal.'),
    held: Type.Boolean({
      description: 'Whether the operators hold the payout. It continues when they release it.',
    }),
    actions: Type.Array(Type.Enum([...payoutActions]), { description: 'Actions that are possible now.' }),
    createdAt,
    updatedAt,
  },
  { title: 'Payout', description: 'A payout of earnings to a bank account.' },
)
export type Payout = Static<typeof Payout>
