import type { AdminContract } from 'souk-contract'
import { read, write, type Handlers } from '../../operation.ts'
import { pageOf } from '../../paging.ts'
import { actionsBefore } from './action-queries.ts'
import { activePlansOf } from '../debts/queries.ts'
import { agreeDebtPlan } from './agree-debt-plan.ts'
import { approveAction } from './approve-action.ts'
import { correctPosting } from './correct-posting.ts'
import { debtsAfter, paymentsBefore, postingsBefore, runsBefore } from './queries.ts'
import { endDebtPlan } from './end-debt-plan.ts'
import { findNames } from '../../resources/market-desk/name-queries.ts'
import { marketInvoices } from '../invoices/show-invoices.ts'
import { refundPayment } from './refund-payment.ts'
import { rejectAction } from './reject-action.ts'
import { ownerStatements, platformStatement } from './statement-queries.ts'
import { namedIds, viewAction, viewDebt, viewPaymentForOperator, viewPosting, viewRun } from './view.ts'
import { writeOffDebt } from './write-off-debt.ts'

export const moneyDesk: Handlers<AdminContract['moneyDesk']> = {
  listPayments: read(async (reader, _caller, { agentId, page }) =>
    pageOf(await paymentsBefore(reader, { agentId, page }), page, viewPaymentForOperator, ({ id }) => [id]),
  ),
  refundPayment: write(refundPayment),
  listDebts: read(async (reader, _caller, { page }) => {
    const rows = await debtsAfter(reader, page)
    const plans = await activePlansOf(
      reader,
      rows.map((row) => row.agent_id),
    )
    return pageOf(
      rows,
      page,
      (row) => viewDebt(row, plans),
      (row) => [row.agent_id, row.currency],
    )
  }),
  agreeDebtPlan: write(agreeDebtPlan),
  endDebtPlan: write(endDebtPlan),
  writeOffDebt: write(writeOffDebt),
  ...marketInvoices,
  listPostings: read(async (reader, _caller, { agentId, reference, page }) => {
    const rows = await postingsBefore(reader, { agentId, reference, page })
    const names = await findNames(reader, rows.flatMap(namedIds))
    return pageOf(
      rows,
      page,
      (row) => viewPosting(row, names),
      ({ id }) => [Number(id)],
    )
  }),
  correctPosting: write(correctPosting),
  listActions: read(async (reader, _caller, { state, page }) => {
    const rows = await actionsBefore(reader, { state, page })
    return pageOf(
      rows,
      page,
      (row) => viewAction(row, reader.now),
      ({ id }) => [id],
    )
  }),
  approveAction: write(approveAction),
  rejectAction: write(rejectAction),
  listVerifications: read(async (reader, _caller, { kind, page }) =>
    pageOf(await runsBefore(reader, { kind, page }), page, viewRun, ({ id }) => [Number(id)]),
  ),
  getPlatformStatement: read(async (reader, _caller, { month, page }) => {
    const rows = await platformStatement(reader, { month, page })
    return pageOf(
      rows,
      page,
      (line) => line,
      ({ account, owner, currency }) => [account, owner, currency],
    )
  }),
  listOwnerStatements: read(async (reader, _caller, { month, ownerId, page }) => {
    const rows = await ownerStatements(reader, { month, ownerId, page })
    return pageOf(
      rows,
      page,
      (line) => line,
      ({ ownerId: owner, currency }) => [owner, currency],
    )
  }),
}
