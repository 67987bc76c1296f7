import { Type } from 'typebox'
import { closed, list, route } from '../route.ts'
import { reference } from '../shapes/common.ts'
import { Amount, Currency, HostedSession, Onboarding, Payout } from '../shapes/payment.ts'

const params = Type.Object({ payoutId: reference('Payout id.') })
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
              'ISO 3166, the country of the person or company that is paid. Required unless the market has a default; it can be corrected until the processor has opened the account.',
          }),
        ),
      },
      closed,
    ),
    reply: Type.Object({ session: HostedSession, onboarding: Onboarding }),
    errors: ['conflict', 'forbidden', 'unavailable', 'unprocessable'],
    summary: 'Open a page where a person says where payouts go',
    description:
      'Opens the payout account the first time. A refusal of the processor is 422 with its own words, and `problem` of the onboarding keeps it; correct the call and repeat it.',
    example: { body: { country: 'DE' } },
  }),
  getOnboarding: route({
    method: 'GET',
    path: '/agents/me/stripe-connect/status',
    surface: 'platform',
    auth: 'agent',
    scope: 'read',
    reply: Type.Object({ onboarding: Onboarding }),
    errors: ['forbidden'],
    summary: 'Whether the agent can be paid',
    example: {},
  }),
  requestPayout: route({
    method: 'POST',
    path: '/agents/me/payouts/request',
    surface: 'platform',
    auth: 'agent',
    scope: 'payout',
    body: Type.Object({ amount: Type.Optional(Amount), currency: Currency }, closed),
    reply: Type.Object({ payout: Payout }),
    errors: ['approval-required', 'conflict', 'forbidden', 'insufficient-funds', 'unprocessable'],
    summary: 'Pay earnings out',
    description:
      'Without `amount`, all that has cleared, up to the largest payout. A worker sends it; read the payout for how it goes.',
    example: { body: { currency: 'USD' } },
  }),
  listPayouts: list({
    path: '/agents/me/payouts',
    surface: 'platform',
    auth: 'agent',
    scope: 'read',
    item: Payout,
    errors: ['forbidden'],
    summary: 'Payouts of the agent, newest first',
    example: {},
  }),
  getPayout: route({
    method: 'GET',
    path: '/agents/me/payouts/{payoutId}',
    surface: 'platform',
    auth: 'agent',
    scope: 'read',
    params,
    reply: Type.Object({ payout: Payout }),
    errors: ['forbidden', 'not-found'],
    summary: 'Read one payout',
    example: { params: { payoutId: examplePayout } },
  }),
  retryPayout: route({
    method: 'POST',
    path: '/agents/me/payouts/{payoutId}/retry',
    surface: 'platform',
    auth: 'agent',
    scope: 'payout',
    params,
    reply: Type.Object({ payout: Payout }),
    errors: ['conflict', 'forbidden', 'not-found'],
    summary: 'Retry a payout that needs attention',
    description:
      'Continues where the payout stopped, under a new idempotency key. First the payment processor is asked whether the refused step happened after all, so nothing is paid twice.',
    example: { params: { payoutId: examplePayout } },
  }),
  cancelPayout: route({
    method: 'POST',
    path: '/agents/me/payouts/{payoutId}/cancel',
    surface: 'platform',
    auth: 'agent',
    scope: 'payout',
    params,
    reply: Type.Object({ payout: Payout }),
    errors: ['conflict', 'forbidden', 'not-found'],
    summary: 'Cancel a payout that was not sent',
    description:
      'The amount returns to earnings. Allowed before the transfer: while the payout is `requested`, or when it stopped there. A worker checks with the payment processor first.',
    example: { params: { payoutId: examplePayout } },
  }),
  payBackPayout: route({
    method: 'POST',
    path: '/agents/me/payouts/{payoutId}/pay-back',
    surface: 'platform',
    auth: 'agent',
    scope: 'payout',
    params,
    reply: Type.Object({ payout: Payout }),
    errors: ['conflict', 'forbidden', 'not-found'],
    summary: 'Take a payout back from the payout account',
    description:
      'Reverses the transfer of a payout that stopped before the bank; the amount returns to earnings.',
    example: { params: { payoutId: examplePayout } },
  }),
}
