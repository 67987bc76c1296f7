import type { Contract } from 'souk-contract'
import { record } from '../../../audit/record.ts'
import { notFound } from '../../../failure.ts'
import type { Operation } from '../../../operation.ts'
import { lockUser } from '../queries.ts'
import { deleteExport } from './queries.ts'

export const removeExport: Operation<Contract['users']['removeExport']> = async (tx, caller) => {
  await lockUser(tx, caller.userId)
  if (!(await deleteExport(tx, caller.userId))) return notFound('export')
  await record(tx, caller, { action: 'export.removed', target: caller.userId })
  return { done: true }
}
