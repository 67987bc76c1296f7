import type { TaskDispute } from 'souk-contract'
import type { Reader } from '../../db/transact.ts'
import { notFound } from '../../failure.ts'
import type { TaskRow } from '../lifecycle/task-row.ts'
import { evidenceOf, findDisputeRow, offersOf } from '../store/dispute-queries.ts'
import { viewTaskDispute } from './view.ts'

/** A dispute of a task that the caller can see, with its contents; the latest without a number. */
export async function showDispute(
  reader: Reader,
  task: Pick<TaskRow, 'id' | 'phase' | 'reason' | 'seq' | 'due_at' | 'fee_bps'>,
  number?: number,
): Promise<TaskDispute> {
  const dispute = (await findDisputeRow(reader, task.id, number)) ?? notFound('dispute')
  const evidence = await evidenceOf(reader, dispute)
  return viewTaskDispute(reader, task, { dispute, evidence, offers: await offersOf(reader, dispute) })
}
