import { record } from '../../audit/record.ts'
import { systemCaller } from '../../caller.ts'
import type { Context } from '../../context.ts'
import { endDueStandings } from '../../standing/queries.ts'
import { casesOfDecisions, endDecisions } from './decision-queries.ts'
import { insertStep, lockCase } from './queries.ts'

const batchSize = 50

/** Ends restrictions and suspensions at their date. */
export async function expireStandings({ store }: Pick<Context, 'store'>): Promise<number> {
  return store.write(async (tx) => {
    const ended = await endDueStandings(tx, batchSize)
    await endDecisions(tx, ended)
    for (const { id, case_id: caseId, target_id: target } of await casesOfDecisions(tx, ended)) {
      await lockCase(tx, caseId)
      await insertStep(tx, caseId, { action: 'ended', userId: null, details: { decision: id } })
      await record(tx, systemCaller, { action: 'standing.ended', target, details: { decision: id } })
    }
    return ended.length
  })
}
