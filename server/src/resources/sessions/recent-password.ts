import type { UserCaller } from '../../caller.ts'
import type { Reader } from '../../db/transact.ts'
import { fail } from '../../failure.ts'
import { after } from '../../lib/clock.ts'
import { authenticatedAtOf } from './queries.ts'

/** Refuses sessions whose password was entered longer ago. */
export async function requireRecentPassword(
  reader: Reader,
  { sessionId }: Pick<UserCaller, 'sessionId'>,
  withinMs: number,
): Promise<void> {
  const authenticatedAt = await authenticatedAtOf(reader, sessionId)
  if (authenticatedAt === undefined || after(authenticatedAt, withinMs) <= reader.now) {
    fail('reauthentication-required', 'This action requires your password.')
  }
}
