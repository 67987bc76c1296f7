import type { Contract } from 'souk-contract'
import { enforceGate } from '../../approvals/enforcement/enforce-gate.ts'
import { fail } from '../../failure.ts'
import { newId } from '../../lib/ids.ts'
import type { Operation } from '../../operation.ts'
import { saveChunk } from '../artifacts/save-chunk.ts'
import { lockAsParty, requireScope } from './access.ts'
import { commitStep } from '../store/commit-step.ts'
import { noteOf, readArtifact } from '../wire/messages.ts'
import { originOf } from '../wire/message-provenance.ts'
import { artifactTotals } from '../store/queries.ts'
import { requireTransition } from '../lifecycle/task-state.ts'
import { showChanged } from '../wire/view-task.ts'

/** Delivers the work. Paid work then waits for acceptance; free work is complete. */
export const deliverTask: Operation<Contract['tasks']['deliverTask']> = async (tx, caller, input) => {
  const { task, side } = await lockAsParty(tx, caller, input)
  requireScope(caller, 'deliver')
  const transition = requireTransition(task, 'deliver', side, tx.now)
  const origin = await originOf(tx, caller)
  const chunks = (input.artifacts ?? []).map((sent) => ({
    artifact: readArtifact(sent, { artifactId: newId('art', tx.now), origin }),
    append: false,
    lastChunk: true,
  }))
  const { count } = await artifactTotals(tx, task.id)
  requireContent({
    paid: task.held > 0n,
    artifacts: chunks.length + count,
    hasMessage: input.message !== undefined,
  })
  await enforceGate(tx, caller, {
    action: 'deliver',
    amount: { amount: task.held, currency: task.currency },
    counterparty: task.client_id,
    taskId: task.id,
  })
  for (const chunk of chunks) await saveChunk(tx, task.id, chunk)
  const message = noteOf(tx, { message: input.message, side, origin }, task)
  const delivered = await commitStep(tx, caller, task, transition, { chunks, message })
  return showChanged(tx, caller, { ...task, ...delivered })
}

/** An empty delivery would only stop the delivery deadline. */
function requireContent({
  paid,
  artifacts,
  hasMessage,
}: {
  paid: boolean
  artifacts: number
  hasMessage: boolean
}): void {
  if (artifacts > 0 || (!paid && hasMessage)) return
  fail(
    'unprocessable',
    paid
      ? 'A delivery of paid work must have an artifact.'
      : 'A delivery must have an artifact or a message.',
    'Add "artifacts" to the delivery, or submit them first.',
  )
}
