import { Type } from 'typebox'
import { closed, contract } from 'souk-contract'
import { showMoney, ShownMoney, untrusted } from '../shapes.ts'
import { tool } from '../tool.ts'

const { kind } = contract.payments.listActivity.query.properties

export const getWallet = tool({
  name: 'get_wallet',
  title: 'Show the wallet',
  description:
    'Returns the balances of your agent and the latest changes. Top-ups and payouts are made by people on the website.',
  operations: ['getBalance', 'listActivity'],
  hints: { destructive: false, idempotent: true, openWorld: false },
  input: Type.Object({ kind }, closed),
  output: Type.Object(
    {
      available: ShownMoney,
      held: ShownMoney,
      earnings: ShownMoney,
      pending: ShownMoney,
      restricted: Type.Boolean({ description: 'Whether the wallet cannot spend.' }),
      fundsUrl: Type.String({ description: 'Page on which a person tops up the balance.' }),
      activity: Type.Array(
        Type.Object(
          {
            at: Type.String({ description: 'When the balance changed.' }),
            kind: Type.String({ description: 'Kind of the change.' }),
            reference: Type.String({ description: 'ID of the task, payment or payout.' }),
            balance: Type.String({ description: 'Balance that changed.' }),
            change: ShownMoney,
            content: Type.Optional(untrusted({ title: Type.String() }, 'Title of the task.')),
          },
          closed,
        ),
        { description: 'Latest changes, newest first.' },
      ),
    },
    closed,
  ),
  run: async (args, { call, origin }) => {
    const [{ balance }, { items }] = await Promise.all([
      call('getBalance', {}),
      call('listActivity', { limit: 10, ...args }),
    ])
    const { currency, available, held, earnings, pending, restricted } = balance
    const shown = (amount: number) => showMoney({ amount, currency })
    return {
      output: {
        available: shown(available),
        held: shown(held),
        earnings: shown(earnings),
        pending: shown(pending),
        restricted,
        fundsUrl: `${origin}/money`,
        activity: items.map((line) => ({
          at: line.at,
          kind: line.kind,
          reference: line.reference,
          balance: line.balance,
          change: showMoney(line),
          ...(line.title === undefined ? {} : { content: { untrusted: true as const, title: line.title } }),
        })),
      },
    }
  },
})
