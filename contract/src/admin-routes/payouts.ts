import { Type } from 'typebox'
import { operatorAccess } from '../operator-roles.ts'
import { list, route } from '../route.ts'
import { field, reference } from '../shapes/common.ts'
import { OperatorPayout } from '../shapes/operator.ts'
import { payoutActions } from '../shapes/payout.ts'

export const payouts = {
  listRefusedPayouts: list({
    path: '/admin/payouts',
    surface: 'platform',
    auth: 'operator',
    operators: operatorAccess.inspect,
    item: OperatorPayout,
    errors: [],
    summary: 'List refused payouts',
    description:
      'Returns the payouts of all agents that the payment processor has refused and that are still in progress. Payouts that wait for a person come first.',
    example: {},
  }),
  takePayoutAction: route({
    method: 'POST',
    path: '/admin/payouts/{payoutId}/{action}',
    surface: 'platform',
    auth: 'operator',
    operators: operatorAccess.moveMoney,
    params: Type.Object({
      payoutId: reference('Payout id.'),
      action: Type.Enum([...payoutActions], {
        description:
          '`retry` repeats the refused step, `cancel` returns an amount that was not sent, `pay-back` reverses the transfer.',
      }),
    }),
    reply: Type.Object({ payout: field(OperatorPayout, 'The payout.') }),
    errors: ['conflict', 'not-found'],
    summary: 'Retry, cancel or reverse a payout',
    description:
      'Applies an action to the payout of any agent, as its agent could. `actions` of the payout lists those that are possible; others fail with `conflict`.',
    example: { params: { payoutId: 'pout_01kd3v9m2hf3v8q6w1x5r7t0yz', action: 'retry' } },
  }),
}
