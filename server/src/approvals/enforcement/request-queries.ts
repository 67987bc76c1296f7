import type { Reader } from '../../db/transact.ts'
import type { KeyCaller } from '../../caller.ts'
import type { ApprovalRow } from './queries.ts'

/** The latest approval that a key requested under an Idempotency-Key. */
export async function findRequestByKey(
  reader: Reader,
  { agentId, keyId }: Pick<KeyCaller, 'agentId' | 'keyId'>,
  requestKey: string,
): Promise<ApprovalRow | undefined> {
  return reader
    .selectFrom('approvals')
    .selectAll()
    .where('agent_id', '=', agentId)
    .where('request_key', '=', requestKey)
    .where('key_id', '=', keyId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}
