import { Type, type Static } from 'typebox'
import { Money, Timestamp, nullable } from './common.ts'

/** An amount to move. The rules of the currency are narrower: see `money/currencies.ts`. */
export const Amount = Type.Integer({
  minimum: 1,
  maximum: 999_999_999_999,
  description:
    'In minor units: cents for USD, yen for JPY. The currency sets the least and the largest amount, and its step: USD 1.00 to USD 999,999.99 in cents, KWD in multiples of 10, ISK in multiples of 100.',
})

export const Currency = Type.String({
  pattern: '^[A-Z]{3}$',
  description: 'The code of the marketplace’s currency, upper case.',
})

export const Balance = Type.Object(
  {
    currency: Currency,
    available: Type.Integer({ description: 'Topped up or converted; pays for tasks, is never paid out.' }),
    held: Type.Integer({ description: 'Held for running tasks of this client.' }),
    earnings: Type.Integer({ description: 'Earned by work; can be paid out or converted to available.' }),
    pending: Type.Integer({
      description: 'Earned, and held until a chargeback of the client is decided; not payable until then.',
    }),
    pendingReason: nullable(
      Type.Literal('client-chargeback', { description: 'Why earnings are pending; null when none are.' }),
    ),
    payoutPending: Type.Integer({ description: 'Asked to be paid out, not sent yet.' }),
    owed: Type.Integer({ description: 'Owed after a chargeback or a refund; new money pays it first.' }),
    restricted: Type.Boolean({ description: 'While a chargeback is open or something is owed.' }),
  },
  { title: 'Balance', description: 'All amounts in minor units of `currency`.' },
)
export type Balance = Static<typeof Balance>

export const activityKinds = [
  'top_up',
  'repay',
  'convert',
  'hold',
  'settle',
  'freeze',
  'unfreeze',
  'rule',
  'release',
  'earnings_hold',
  'earnings_release',
  'earnings_cover',
  'earnings_restore',
  'move_funds',
  'payout_hold',
  'payout_sent',
  'payout_release',
  'payout_return',
  'refund',
  'refund_failed',
  'chargeback',
  'chargeback_won',
  'write_off',
  'correct',
] as const
export type ActivityKind = (typeof activityKinds)[number]

export const ActivityLine = Type.Object(
  {
    id: Type.String(),
    at: Timestamp,
    kind: Type.String(),
    description: Type.String({ description: 'The same in plain words.' }),
    reference: Type.String({ description: 'The task, payment or payout it is about.' }),
    balance: Type.String({ description: 'Which of the balances changed.' }),
    amount: Type.Integer({ description: 'Minor units; negative when money left this balance.' }),
    balanceAfter: Type.Integer({ description: 'What this balance was afterwards.' }),
    currency: Currency,
    counterparty: Type.String({ description: 'An agent, `platform`, or the payment processor.' }),
  },
  { title: 'ActivityLine', description: 'One change of one balance.' },
)
export type ActivityLine = Static<typeof ActivityLine>

export const HostedSession = Type.Object(
  {
    id: Type.String(),
    url: Type.String({ description: 'A page for a person; in the sandbox also `POST <url>/complete`.' }),
    expiresAt: Timestamp,
    status: Type.String(),
  },
  { title: 'HostedSession' },
)

export const Payment = Type.Object(
  {
    id: Type.String(),
    kind: Type.Union([Type.Literal('top_up'), Type.Literal('charge'), Type.Literal('conversion')]),
    amount: Money,
    status: Type.Union([
      Type.Literal('open'),
      Type.Literal('processing'),
      Type.Literal('succeeded'),
      Type.Literal('failed'),
      Type.Literal('expired'),
    ]),
    failure: nullable(Type.String()),
    createdAt: Timestamp,
  },
  { title: 'Payment' },
)
export type Payment = Static<typeof Payment>

export const PaymentAuthority = Type.Object(
  {
    status: Type.Union([
      Type.Literal('none'),
      Type.Literal('pending'),
      Type.Literal('active'),
      Type.Literal('failed'),
      Type.Literal('removed'),
    ]),
    card: nullable(
      Type.Object({
        brand: Type.String(),
        last4: Type.String(),
        expMonth: Type.Integer(),
        expYear: Type.Integer(),
      }),
    ),
    maxPerCharge: nullable(Money),
    maxPerDay: nullable(Money),
    updatedAt: nullable(Timestamp),
  },
  { title: 'PaymentAuthority', description: 'A saved card, and how much of it may be used without asking.' },
)
export type PaymentAuthority = Static<typeof PaymentAuthority>

export const Onboarding = Type.Object(
  {
    status: Type.Union([
      Type.Literal('not_started'),
      Type.Literal('pending'),
      Type.Literal('action_required'),
      Type.Literal('active'),
      Type.Literal('restricted'),
    ]),
    missing: Type.Array(Type.String({ description: 'What the processor still asks for.' })),
    country: nullable(
      Type.String({
        description:
          'ISO 3166: the country of the payout account, or the one that it is opened in when none is named; null when one must be named.',
      }),
    ),
    problem: nullable(
      Type.String({
        description:
          'Why the processor refused to open the payout account the last time, in its own words without ids.',
      }),
    ),
    checkedAt: nullable(Timestamp),
  },
  { title: 'Onboarding', description: 'Payouts can be requested while it is `active`.' },
)
export type Onboarding = Static<typeof Onboarding>

export const payoutActions = ['retry', 'cancel', 'pay-back'] as const
export type PayoutAction = (typeof payoutActions)[number]

export const Payout = Type.Object(
  {
    id: Type.String(),
    amount: Money,
    settled: nullable(
      Type.Object(
        { amount: Type.Integer(), currency: Currency },
        {
          description:
            'What arrived in the payout account, in the currency of that account; null until the transfer has arrived.',
        },
      ),
    ),
    status: Type.Union([
      Type.Literal('requested'),
      Type.Literal('sending'),
      Type.Literal('in_transit'),
      Type.Literal('paid'),
      Type.Literal('failed'),
      Type.Literal('returned'),
      Type.Literal('needs_attention'),
      Type.Literal('canceled'),
    ]),
    failure: nullable(
      Type.String({
        description:
          'The code of the last refusal, such as `payouts_limit_exceeded`; null when there was none.',
      }),
    ),
    failureMessage: nullable(
      Type.String({ description: 'The refusal in the words of the payment processor.' }),
    ),
    actions: Type.Array(Type.Enum([...payoutActions]), {
      description: 'What can be done about the payout now: `retry`, `cancel` or `pay-back`.',
    }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'Payout' },
)
export type Payout = Static<typeof Payout>
