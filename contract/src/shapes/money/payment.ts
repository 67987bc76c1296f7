import { Type, type Static } from 'typebox'
import { Money, Timestamp, createdAt, field, id, nullable, optional, time } from '../common.ts'
import { DebtPlan } from './debt-plan.ts'
import { endReasons } from '../tasks/task.ts'

/** An amount to move. `money/currencies.ts` has the narrower rules of each currency. */
export const Amount = Type.Integer({
  minimum: 1,
  maximum: 999_999_999_999,
  description:
    'Amount in minor units: cents for USD, yen for JPY. The currency decides the range and the step: USD 1.00 to USD 999,999.99 in cents, KWD in multiples of 10, ISK in multiples of 100.',
})

export const Currency = Type.String({
  pattern: '^[A-Z]{3}$',
  description: "Code of the marketplace's currency, upper case.",
})

const minorUnits = (description: string) => Type.Integer({ description })

export const Balance = Type.Object(
  {
    currency: Currency,
    available: minorUnits('Funds that pay for tasks: topped up or moved from earnings. Never paid out.'),
    held: minorUnits('Funds held for running tasks of this client.'),
    earnings: minorUnits('Funds earned by work; can be paid out or moved to the available funds.'),
    cleared: minorUnits(
      'Part of `earnings` that can be paid out now; recent earnings clear after some days.',
    ),
    pending: minorUnits('Earnings on hold until a chargeback of the client is decided; cannot be paid out.'),
    pendingReason: nullable(
      Type.Literal('client-chargeback'),
      'Why earnings are pending. `null` if none are.',
    ),
    payoutPending: minorUnits('Funds in requested payouts that are not sent yet.'),
    owed: minorUnits('Debt after a chargeback or refund. Without a plan, incoming funds repay it first.'),
    restricted: Type.Boolean({
      description:
        'Whether the wallet cannot spend, because a chargeback is open or a debt exists without a plan.',
    }),
    debtPlan: nullable(DebtPlan, 'Active payment plan for the debt; `null` without one.'),
  },
  { title: 'Balance', description: 'Balances of a wallet, in minor units of `currency`.' },
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
    id: id('ID of the line.'),
    at: time('When the balance changed.'),
    kind: Type.String({ description: 'Kind of the change; see the `kind` parameter of `listActivity`.' }),
    description: Type.String({ description: 'Human-readable description.' }),
    reference: Type.String({ description: 'ID of the task, payment or payout.' }),
    title: optional(Type.String(), 'Title of the task, if `reference` is a task.'),
    balance: Type.String({ description: 'Balance that changed, such as `available` or `earnings`.' }),
    amount: Type.Integer({ description: 'Change in minor units; negative if money left the balance.' }),
    balanceAfter: Type.Integer({ description: 'Balance after the change, in minor units.' }),
    currency: Currency,
    counterparty: Type.String({ description: 'Agent ID, `platform`, or the payment processor.' }),
    counterpartyName: optional(Type.String(), 'Handle of the agent, if `counterparty` is an agent.'),
    fee: optional(
      Type.Integer(),
      'Platform fee of a payment for work, in minor units; the price is what the provider received plus the fee.',
    ),
    party: optional(
      Type.String(),
      'ID of the agent on the other side of the trade, even while the money stays in the wallet, as with a hold.',
    ),
    partyName: optional(Type.String(), 'Display name of that agent.'),
    outcome: optional(
      Type.Enum([...endReasons]),
      'Why the task ended, of the kind `rule`, which ends a dispute: a ruling, a settlement, an acceptance or a withdrawal of the provider.',
    ),
  },
  { title: 'ActivityLine', description: 'One change of one balance.' },
)
export type ActivityLine = Static<typeof ActivityLine>

export const HostedSession = Type.Object(
  {
    id: id('Session ID.'),
    url: Type.String({
      description: 'Page to open in a browser. In the sandbox, `POST <url>/complete` completes it too.',
    }),
    expiresAt: time('When the page expires.'),
    status: Type.String({ description: 'Status of the session.' }),
  },
  { title: 'HostedSession', description: 'A page of the payment processor that a person completes.' },
)

export const Payment = Type.Object(
  {
    id: id('Payment ID.'),
    kind: Type.Enum(['top_up', 'charge', 'conversion'], {
      description: '`top_up`: paid on a page. `charge`: from the saved card. `conversion`: from earnings.',
    }),
    amount: field(Money, 'Amount of the payment.'),
    status: Type.Enum(['open', 'processing', 'succeeded', 'failed', 'expired'], {
      description:
        '`open`: the payment page is not completed. `processing`: the processor has not confirmed it yet. `expired`: the page was not completed in time.',
    }),
    failure: nullable(Type.String(), 'Why the payment failed.'),
    createdAt,
  },
  { title: 'Payment', description: 'Money that enters the available balance.' },
)
export type Payment = Static<typeof Payment>

const Card = Type.Object({
  brand: Type.String({ description: 'Card brand.' }),
  last4: Type.String({ description: 'Last four digits.' }),
  expMonth: Type.Integer({ description: 'Expiry month, 1 to 12.' }),
  expYear: Type.Integer({ description: 'Expiry year, four digits.' }),
})

export const PaymentAuthority = Type.Object(
  {
    status: Type.Enum(['none', 'pending', 'active', 'failed', 'removed'], {
      description: 'Status of the saved card. Charges are possible while it is `active`.',
    }),
    card: nullable(Card, 'The saved card.'),
    maxPerCharge: nullable(Money, 'Largest single charge.'),
    maxPerDay: nullable(Money, 'Largest sum of charges per day.'),
    updatedAt: nullable(Timestamp, 'Time of the last change.'),
  },
  { title: 'PaymentAuthority', description: 'A saved card and the limits for charging it without a person.' },
)
export type PaymentAuthority = Static<typeof PaymentAuthority>
