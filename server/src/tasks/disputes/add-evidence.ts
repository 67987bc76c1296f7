import type { Contract } from 'souk-contract'
import type { Tx } from '../../db/transact.ts'
import { fail } from '../../failure.ts'
import { isId, newId, type Id } from '../../lib/ids.ts'
import type { Operation } from '../../operation.ts'
import { attachFiles } from '../../resources/files/attach-files.ts'
import { evidenceTotals, hasMessage, insertEvidence } from '../store/dispute-queries.ts'
import { findArtifact } from '../store/queries.ts'
import { commitDisputeStep, disputeKeyOf, lockForDispute, requireDisputeStep } from './dispute-step.ts'
import { requireEvidence, requireEvidenceSpace } from './rules.ts'

/** Adds evidence to a dispute. It cannot be changed, and a dispute that has ended accepts none. */
export const addEvidence: Operation<Contract['disputes']['addEvidence']> = async (tx, caller, input) => {
  const party = await lockForDispute(tx, caller, input)
  const transition = requireDisputeStep(tx, party, 'addEvidence')
  requireEvidence(input)
  const { text, messageId, artifactId, fileId } = input
  const key = disputeKeyOf(party)
  const { count, bytes } = await evidenceTotals(tx, key, party.side)
  requireEvidenceSpace({ count: count + 1, bytes: bytes + Buffer.byteLength(text ?? '') })
  await requireReferences(tx, key.task_id, { messageId, artifactId })
  if (fileId !== undefined) await attachFiles(tx, caller, key.task_id, [{ fileId, field: 'fileId' }])
  await insertEvidence(tx, {
    ...key,
    id: newId('evd', tx.now),
    side: party.side,
    at: tx.now,
    text: text ?? null,
    message_id: messageId ?? null,
    artifact_id: artifactId ?? null,
    file_id: fileId !== undefined && isId('file', fileId) ? fileId : null,
  })
  return commitDisputeStep(tx, caller, party, { transition })
}

interface References {
  readonly messageId: string | undefined
  readonly artifactId: string | undefined
}

/** Messages and artifacts of other tasks are refused like unknown ones. */
async function requireReferences(
  tx: Tx,
  taskId: Id<'task'>,
  { messageId, artifactId }: References,
): Promise<void> {
  if (messageId !== undefined && !(await hasMessage(tx, taskId, messageId))) {
    fail(
      'unprocessable',
      '"messageId" must be the ID of a message of this task.',
      'List the messages of the task.',
    )
  }
  if (artifactId !== undefined && (await findArtifact(tx, taskId, artifactId)) === undefined) {
    fail(
      'unprocessable',
      '"artifactId" must be the ID of an artifact of this task.',
      'List the artifacts of the task.',
    )
  }
}
