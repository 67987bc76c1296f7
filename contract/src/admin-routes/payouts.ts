import { Type } from 'typebox'
import { operatorAccess } from '../operator-roles.ts'
import { closed, list, route } from '../route.ts'
import { field, optional, reference, text } from '../shapes/common.ts'
import { payoutFilters } from '../shapes/operators/money-desk.ts'
import { OperatorPayout, operatorPayoutActions } from '../shapes/operators/operator.ts'

export const payouts = {
  listMarketPayouts: list({
    path: '/admin/payouts',
    surface: 'platform',
    auth: 'operator',
    operators: operatorAccess.inspect,
    query: Type.Object(
      {
        state: optional(
          Type.Enum([...payoutFilters]),
          'Default: `refused`, the payouts that the payment processor has refused and that are still in progress.',
        ),
        agentId: optional(reference('Agent ID.'), 'Only payouts of this agent.'),
      },
      closed,
    ),
    item: OperatorPayout,
    errors: [],
    summary: 'List payouts of all agents',
    description:
      'Returns the payouts of all agents. Payouts that wait for a person come first, then the oldest.',
    example: { query: { state: 'needs_attention' } },
  }),
  takePayoutAction: route({
    method: 'POST',
    path: '/admin/payouts/{payoutId}/{action}',
    surface: 'platform',
    auth: 'operator',
    operators: operatorAccess.moveMoney,
    params: Type.Object({
      payoutId: reference('Payout ID.'),
      action: Type.Enum([...operatorPayoutActions], {
        description:
          '`retry` repeats the refused step, `cancel` returns an amount that was not sent, `pay-back` reverses the transfer, `hold` stops it before the next step that sends money, `release` ends the hold.',
      }),
    }),
    body: Type.Object(
      {
        reason: optional(
          text(1000, 'Required with `hold`.'),
          'Reason. Required with `hold`; visible only to operators.',
        ),
      },
      closed,
    ),
    reply: Type.Object({ payout: field(OperatorPayout, 'The payout.') }),
    errors: ['conflict', 'not-found'],
    summary: 'Retry, cancel, reverse, hold or release a payout',
    description:
      'Applies an action to the payout of any agent. `operatorActions` of the payout lists those that are possible; others fail with `conflict`. Operators cannot act on payouts of their own agents.',
    example: { params: { payoutId: 'pout_01kd3v9m2hf3v8q6w1x5r7t0yz', action: 'retry' }, body: {} },
  }),
}
