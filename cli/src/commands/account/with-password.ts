import { isSoukError } from 'souk-sdk'
import type { CommandContext } from '../../engine/context.ts'
import { readPassword } from './sign-in.ts'

/** Runs a call. If the server requires reauthentication, asks for the password and repeats the call. */
export async function withPassword<Reply>(
  context: CommandContext,
  call: () => Promise<Reply>,
): Promise<Reply> {
  return call().catch(async (error: unknown) => {
    if (!isSoukError(error, 'reauthentication-required')) throw error
    context.note(error.message)
    await context.client.sessions.confirmPassword({ password: await readPassword(context, false) })
    return call()
  })
}
