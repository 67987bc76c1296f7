import type { Contract } from 'souk-contract'
import { newId } from '../../lib/ids.ts'
import type { Operation } from '../../operation.ts'
import { lockAsParty } from '../commands/access.ts'
import { commitStep } from '../store/commit-step.ts'
import { readArtifact } from '../wire/messages.ts'
import { originOf } from '../wire/message-provenance.ts'
import { requireRow } from '../lifecycle/task-state.ts'
import { keepChunk } from './keep-chunk.ts'

/** A piece of work, whole or a chunk of it. From now on the task can no longer be canceled. */
export const submitArtifact: Operation<Contract['artifacts']['submitArtifact']> = async (
  tx,
  caller,
  given,
) => {
  const { task, side } = await lockAsParty(tx, caller, given)
  const row = requireRow(task, 'artifact', side, tx.now)
  const chunk = {
    artifact: readArtifact(given.artifact, {
      artifactId: newId('art', tx.now),
      origin: await originOf(tx, caller),
    }),
    append: given.append ?? false,
    lastChunk: given.lastChunk ?? given.append !== true,
  }
  const kept = await keepChunk(tx, task.id, chunk)
  await commitStep(tx, caller, task, row, { chunks: [chunk] })
  return kept
}
