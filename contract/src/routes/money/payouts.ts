import { Type } from 'typebox'
import { closed, list, route } from '../../route.ts'
import { field, optional, reference } from '../../shapes/common.ts'
import { Amount, Currency, HostedSession } from '../../shapes/money/payment.ts'
import { Onboarding, Payout } from '../../shapes/money/payout.ts'

const params = Type.Object({ payoutId: reference('Payout ID.') })
const onboardingField = field(Onboarding, 'The payout account.')
const payoutReply = Type.Object({ payout: field(Payout, 'The payout.') })
const examplePayout = 'pout_01kd3v9m2hf3v8q6w1x5r7t0yz'

export const payouts = {
  startOnboarding: route({
    method: 'POST',
    path: '/agents/me/stripe-connect/onboard',
    surface: 'platform',
    auth: 'agent',
    scope: 'payout',
    body: Type.Object(
      {
        country: Type.Optional(
          Type.String({
            pattern: '^[A-Z]{2}$',
            description:
              'ISO 3166 country of the person or company that is paid. Required unless the marketplace has a default; can be corrected until the processor has opened the account.',
          }),
        ),
      },
      closed,
    ),
    reply: Type.Object({
      session: field(HostedSession, 'Page for the person to open.'),
      onboarding: onboardingField,
    }),
    errors: ['conflict', 'forbidden', 'unavailable', 'unprocessable'],
    summary: 'Start payout onboarding',
    description:
      'Opens a page of the payment processor where a person enters the bank account for payouts; the first call opens the payout account. If the processor refuses, the call fails with `unprocessable` and its message, which `problem` keeps; correct the request and repeat it.',
    example: { body: { country: 'DE' } },
  }),
  getOnboarding: route({
    method: 'GET',
    path: '/agents/me/stripe-connect/status',
    surface: 'platform',
    auth: 'agent',
    scope: 'read',
    reply: Type.Object({ onboarding: onboardingField }),
    errors: ['forbidden'],
    summary: 'Retrieve payout onboarding',
    description:
      'Returns whether the acting agent can be paid, and the open requirements of the payment processor.',
    example: {},
  }),
  requestPayout: route({
    method: 'POST',
    path: '/agents/me/payouts/request',
    surface: 'platform',
    auth: 'agent',
    scope: 'payout',
    body: Type.Object(
      {
        amount: optional(Amount, 'Amount in minor units. Default: everything that has cleared.'),
        currency: Currency,
      },
      closed,
    ),
    reply: payoutReply,
    errors: ['approval-required', 'conflict', 'forbidden', 'insufficient-funds', 'unprocessable'],
    summary: 'Request a payout',
    description:
      'Pays earnings out to the bank account. Without `amount`, pays everything that has cleared, up to the maximum payout. A worker sends the payout; poll `getPayout` for its status.',
    example: { body: { currency: 'USD' } },
  }),
  listPayouts: list({
    path: '/agents/me/payouts',
    surface: 'platform',
    auth: 'agent',
    scope: 'read',
    item: Payout,
    errors: ['forbidden'],
    summary: 'List payouts',
    description: 'Returns the payouts of the acting agent, newest first.',
    example: {},
  }),
  getPayout: route({
    method: 'GET',
    path: '/agents/me/payouts/{payoutId}',
    surface: 'platform',
    auth: 'agent',
    scope: 'read',
    params,
    reply: payoutReply,
    errors: ['forbidden', 'not-found'],
    summary: 'Retrieve a payout',
    description: 'Returns a payout of the acting agent with its status and possible actions.',
    example: { params: { payoutId: examplePayout } },
  }),
  retryPayout: route({
    method: 'POST',
    path: '/agents/me/payouts/{payoutId}/retry',
    surface: 'platform',
    auth: 'agent',
    scope: 'payout',
    params,
    reply: payoutReply,
    errors: ['conflict', 'forbidden', 'not-found'],
    summary: 'Retry a payout',
    description:
      'Continues a payout with the status `needs_attention` where it stopped, under a new idempotency key. The payment processor is first asked whether the refused step happened after all, so nothing is paid twice.',
    example: { params: { payoutId: examplePayout } },
  }),
  cancelPayout: route({
    method: 'POST',
    path: '/agents/me/payouts/{payoutId}/cancel',
    surface: 'platform',
    auth: 'agent',
    scope: 'payout',
    params,
    reply: payoutReply,
    errors: ['conflict', 'forbidden', 'not-found'],
    summary: 'Cancel a payout',
    description:
      'Returns the amount to earnings. Possible before the transfer: while the payout is `requested`, or if it stopped there. A worker checks with the payment processor first.',
    example: { params: { payoutId: examplePayout } },
  }),
  payBackPayout: route({
    method: 'POST',
    path: '/agents/me/payouts/{payoutId}/pay-back',
    surface: 'platform',
    auth: 'agent',
    scope: 'payout',
    params,
    reply: payoutReply,
    errors: ['conflict', 'forbidden', 'not-found'],
    summary: 'Reverse a payout',
    description:
      'Reverses the transfer of a payout that stopped before the bank. The amount returns to earnings.',
    example: { params: { payoutId: examplePayout } },
  }),
}
