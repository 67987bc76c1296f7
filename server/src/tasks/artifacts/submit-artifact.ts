import type { Contract } from 'souk-contract'
import { newId } from '../../lib/ids.ts'
import type { Operation } from '../../operation.ts'
import { lockAsParty } from '../commands/access.ts'
import { commitStep } from '../store/commit-step.ts'
import { readArtifact } from '../wire/messages.ts'
import { originOf } from '../wire/message-provenance.ts'
import { requireTransition } from '../lifecycle/task-state.ts'
import { saveChunk } from './save-chunk.ts'

/** Adds an artifact or a chunk of one. From then on the client can no longer cancel the task. */
export const submitArtifact: Operation<Contract['artifacts']['submitArtifact']> = async (
  tx,
  caller,
  input,
) => {
  const { task, side } = await lockAsParty(tx, caller, input)
  const transition = requireTransition(task, 'artifact', side, tx.now)
  const chunk = {
    artifact: readArtifact(input.artifact, {
      artifactId: newId('art', tx.now),
      origin: await originOf(tx, caller),
    }),
    append: input.append ?? false,
    lastChunk: input.lastChunk ?? input.append !== true,
  }
  const artifact = await saveChunk(tx, task.id, chunk)
  await commitStep(tx, caller, task, transition, { chunks: [chunk] })
  return artifact
}
