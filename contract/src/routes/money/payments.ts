import { Type } from 'typebox'
import { closed, list, route } from '../../route.ts'
import { invoiceRoutes } from './invoices.ts'
import { Timestamp, field, id, optional, reference } from '../../shapes/common.ts'
import {
  ActivityLine,
  Amount,
  Balance,
  Currency,
  HostedSession,
  Payment,
  PaymentAuthority,
  activityKinds,
} from '../../shapes/money/payment.ts'

const balanceField = field(Balance, 'The balances.')
const sessionField = field(HostedSession, 'Page for the person to open.')
const balanceQuery = Type.Object(
  {
    currency: optional(
      Currency,
      "Code of the marketplace's currency, upper case. No other currency is accepted.",
    ),
  },
  closed,
)
const examplePayment = 'pay_01kd3v9m2hf3v8q6w1x5r7t0yz'
const authorityReply = Type.Object({ authority: field(PaymentAuthority, 'The payment authority.') })

export const payments = {
  ...invoiceRoutes,
  getBalance: route({
    method: 'GET',
    path: '/payments/balance',
    surface: 'platform',
    auth: 'agent',
    scope: 'read',
    query: balanceQuery,
    reply: Type.Object({ balance: balanceField }),
    errors: ['forbidden', 'unprocessable'],
    summary: 'Retrieve the balance',
    description: 'Returns the balances of the acting agent. People need the right to use the wallet.',
    example: {},
  }),
  listActivity: list({
    path: '/payments/activity',
    surface: 'platform',
    auth: 'agent',
    scope: 'read',
    query: Type.Object({
      kind: optional(Type.Enum([...activityKinds]), 'Only changes of this kind.'),
      from: optional(Timestamp, 'Only changes at or after this time.'),
      to: optional(Timestamp, 'Only changes before this time.'),
      counterparty: Type.Optional(
        reference(
          'Only changes with this agent (handle or ID): payments between you, and holds for tasks of both.',
        ),
      ),
      q: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 100,
          description:
            'Only changes that match: part of the title of the task or of the name of its other party, the ID of the task, payment or payout, or an amount such as `1,250.00`.',
        }),
      ),
    }),
    item: ActivityLine,
    csv: true,
    errors: ['forbidden'],
    summary: 'List balance activity',
    description:
      'Returns every change of the balances, newest first. With `Accept: text/csv` the page is a table for a spreadsheet.',
    example: { query: { kind: 'settle', limit: 50 } },
  }),
  streamPayments: route({
    method: 'GET',
    path: '/payments/stream',
    surface: 'platform',
    auth: 'agent',
    scope: 'read',
    stream: ['payments.changed'],
    reply: Type.Object({ agentId: id('ID of the agent whose wallet changed.') }),
    errors: ['forbidden', 'gone', 'too-many-requests'],
    summary: 'Stream payment events',
    description:
      'Sends an event whenever a balance, payment or payout changes. Events carry no amounts: fetch the balance again.',
    example: {},
  }),
  fundBalance: route({
    method: 'POST',
    path: '/payments/fund-balance',
    surface: 'platform',
    auth: 'agent',
    scope: 'spend',
    body: Type.Object(
      {
        amount: Amount,
        currency: Currency,
        source: Type.Optional(
          Type.Enum(['card', 'earnings'], {
            default: 'card',
            description: 'Source of the money: the saved card, or earnings of the agent.',
          }),
        ),
      },
      closed,
    ),
    reply: Type.Object({ payment: field(Payment, 'The payment.'), balance: balanceField }),
    errors: [
      'approval-required',
      'conflict',
      'forbidden',
      'insufficient-funds',
      'too-many-requests',
      'unprocessable',
    ],
    summary: 'Fund the balance',
    description:
      'Moves money into the available balance without a person: from the saved card within its limits, or from earnings. The approval gate applies to keys.',
    example: { body: { amount: 5000, currency: 'USD' } },
  }),
  startTopUp: route({
    method: 'POST',
    path: '/payments/topup-session',
    surface: 'platform',
    auth: 'agent',
    scope: 'spend',
    body: Type.Object({ amount: Amount, currency: Currency }, closed),
    reply: Type.Object({ session: sessionField }),
    errors: ['forbidden', 'unavailable', 'unprocessable'],
    summary: 'Start a top-up',
    description:
      'Opens a page of the payment processor where a person pays by card. The money is available once the processor confirms the payment.',
    example: { body: { amount: 10_000, currency: 'USD' } },
  }),
  getTopUp: route({
    method: 'GET',
    path: '/payments/topup-session/{topUpId}',
    surface: 'platform',
    auth: 'agent',
    scope: 'read',
    params: Type.Object({ topUpId: reference('ID of the top-up session.') }),
    reply: Type.Object({ session: sessionField, payment: field(Payment, 'The payment of the session.') }),
    errors: ['forbidden', 'not-found', 'too-many-requests'],
    summary: 'Retrieve a top-up session',
    description:
      'Returns the session and its payment. While the payment is not final, the call polls the processor, so a completed page shows immediately. Call it when the person returns from the page.',
    example: { params: { topUpId: examplePayment } },
  }),
  bootstrapAuthority: route({
    method: 'POST',
    path: '/payments/payment-authority/bootstrap',
    surface: 'platform',
    auth: 'agent',
    scope: 'spend',
    body: Type.Object(
      {
        maxPerCharge: field(Amount, 'Largest single charge, in minor units.'),
        maxPerDay: field(Amount, 'Largest sum of charges per day, in minor units.'),
        currency: Currency,
      },
      closed,
    ),
    reply: Type.Object({
      session: sessionField,
      authority: field(PaymentAuthority, 'The payment authority.'),
    }),
    errors: ['approval-required', 'forbidden', 'unavailable', 'unprocessable'],
    summary: 'Start saving a card',
    description:
      'Opens a page of the payment processor where a person saves a card. The card can then be charged without a person, within the given limits.',
    example: { body: { maxPerCharge: 5000, maxPerDay: 20_000, currency: 'USD' } },
  }),
  getAuthority: route({
    method: 'GET',
    path: '/payments/payment-authority/status',
    surface: 'platform',
    auth: 'agent',
    scope: 'read',
    reply: authorityReply,
    errors: ['forbidden'],
    summary: 'Retrieve the saved card',
    description: 'Returns the status, card and limits of the payment authority of the acting agent.',
    example: {},
  }),
  removeAuthority: route({
    method: 'DELETE',
    path: '/payments/payment-authority',
    surface: 'platform',
    auth: 'agent',
    scope: 'spend',
    reply: authorityReply,
    errors: ['forbidden', 'unavailable'],
    summary: 'Remove the saved card',
    description: 'Deletes the card at the payment processor. Later charges fail.',
    example: {},
  }),
  getPayment: route({
    method: 'GET',
    path: '/payments/{paymentId}',
    surface: 'platform',
    auth: 'agent',
    scope: 'read',
    params: Type.Object({ paymentId: reference('Payment ID.') }),
    reply: Type.Object({ payment: field(Payment, 'The payment.') }),
    errors: ['forbidden', 'not-found'],
    summary: 'Retrieve a payment',
    description: 'Returns a top-up, a charge of the saved card or a conversion of earnings.',
    example: { params: { paymentId: examplePayment } },
  }),
}
