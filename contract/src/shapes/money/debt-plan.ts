/** Agreed repayment of a debt in installments. */
import { Type, type Static } from 'typebox'
import { Money, createdAt, field, id, nullable, time } from '../common.ts'

export const debtPlanStates = ['active', 'completed', 'broken', 'ended'] as const
export type DebtPlanState = (typeof debtPlanStates)[number]

const installmentStates = ['due', 'paid', 'missed', 'canceled'] as const
export type InstallmentState = (typeof installmentStates)[number]

export const installmentsMax = 36

export const DebtPlan = Type.Object(
  {
    id: id('Plan ID.'),
    state: Type.Enum([...debtPlanStates], {
      description:
        '`active`: the wallet can spend although it has a debt. `broken`: an installment was missed. `ended`: an operator has ended it.',
    }),
    installments: Type.Array(
      Type.Object({
        amount: field(Money, 'Amount of the installment.'),
        dueAt: time('When it is taken from the available balance.'),
        state: Type.Enum([...installmentStates], { description: 'State of the installment.' }),
      }),
      { description: 'Installments in the order of their dates.' },
    ),
    endedAt: nullable(Type.String(), 'When the plan ended; `null` while it is active.'),
    createdAt,
  },
  { title: 'DebtPlan', description: 'Agreed repayment of a debt in installments.' },
)
export type DebtPlan = Static<typeof DebtPlan>
