import type { Contract } from 'souk-contract'
import { passGate } from '../../approvals/enforcement/enforce-gate.ts'
import { fail } from '../../failure.ts'
import { newId } from '../../lib/ids.ts'
import type { Operation } from '../../operation.ts'
import { keepChunk } from '../artifacts/keep-chunk.ts'
import { lockAsParty, requireScope } from './access.ts'
import { commitStep } from '../store/commit-step.ts'
import { noteOf, readArtifact } from '../wire/messages.ts'
import { originOf } from '../wire/message-provenance.ts'
import { artifactTotals } from '../store/queries.ts'
import { requireRow } from '../lifecycle/task-state.ts'
import { showChanged } from '../wire/view-task.ts'

/** Hands the work over. Paid work then waits for the client; free work is done. */
export const deliverTask: Operation<Contract['tasks']['deliverTask']> = async (tx, caller, given) => {
  const { task, side } = await lockAsParty(tx, caller, given)
  requireScope(caller, 'deliver')
  const row = requireRow(task, 'deliver', side, tx.now)
  const origin = await originOf(tx, caller)
  const chunks = (given.artifacts ?? []).map((sent) => ({
    artifact: readArtifact(sent, { artifactId: newId('art', tx.now), origin }),
    append: false,
    lastChunk: true,
  }))
  const { count } = await artifactTotals(tx, task.id)
  requireSubstance({
    paid: task.held > 0n,
    artifacts: chunks.length + count,
    said: given.message !== undefined,
  })
  await passGate(tx, caller, {
    action: 'deliver',
    amount: { amount: task.held, currency: task.currency },
    counterparty: task.client_id,
    taskId: task.id,
  })
  for (const chunk of chunks) await keepChunk(tx, task.id, chunk)
  const message = noteOf(tx, { message: given.message, side, origin }, task)
  const delivered = await commitStep(tx, caller, task, row, { chunks, message })
  return showChanged(tx, caller, { ...task, ...delivered })
}

/** An empty delivery would only stop the clock. */
function requireSubstance({
  paid,
  artifacts,
  said,
}: {
  paid: boolean
  artifacts: number
  said: boolean
}): void {
  if (artifacts > 0 || (!paid && said)) return
  fail(
    'unprocessable',
    paid ? 'A delivery of paid work needs an artifact.' : 'A delivery needs an artifact or a message.',
    'Send "artifacts" with the delivery, or submit them before.',
  )
}
