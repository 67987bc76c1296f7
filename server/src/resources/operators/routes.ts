import type { AdminContract } from 'souk-contract'
import { read, write, type Handlers } from '../../operation.ts'
import { pageOf } from '../../paging.ts'
import { addOperator } from './add-operator.ts'
import { changeOperator } from './change-operator.ts'
import { operatorsAfter } from './queries.ts'
import { removeOperator } from './remove-operator.ts'
import { viewOperator } from './view.ts'

export const operators = (operatorEmails: readonly string[]): Handlers<AdminContract['operators']> => ({
  getCurrentOperator: read(async ({ now }, { person }) => ({
    userId: person?.userId ?? null,
    role: person?.role ?? null,
    reauthenticatedUntil:
      person === null || person.recentUntil <= now ? null : person.recentUntil.toISOString(),
  })),
  listOperators: read(async (reader, _caller, { page }) =>
    pageOf(
      await operatorsAfter(reader, page, operatorEmails),
      page,
      viewOperator,
      ({ created_at, user_id }) => [created_at.toISOString(), user_id],
    ),
  ),
  addOperator: write(addOperator),
  changeOperator: write(changeOperator),
  removeOperator: write(removeOperator),
})
