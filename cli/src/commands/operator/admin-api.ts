/** Calls operator routes with the token in OPERATOR_TOKEN, else with the session of the profile. */
import { createAdminClient, isSoukError, type AdminClient } from 'souk-sdk'
import type { CommandContext } from '../../engine/context.ts'
import { CliError } from '../../engine/errors.ts'
import { withPassword } from '../account/with-password.ts'

export async function asOperator<T>(
  context: CommandContext,
  call: (admin: AdminClient) => Promise<T>,
): Promise<T> {
  const token = operatorTokenOf(context) ?? (context.signedInAs === 'person' ? context.token : undefined)
  if (token === undefined) {
    throw new CliError(
      'forbidden',
      'You are not signed in as an operator.',
      'Sign in with "souk login", or set OPERATOR_TOKEN to the operator token of the server.',
    )
  }
  const admin = createAdminClient({ baseUrl: `${context.url}/api`, token, fetch: context.fetch })
  try {
    return await withPassword(context, () => call(admin))
  } catch (error) {
    throw explained(context, error)
  }
}

export function operatorTokenOf({ environment }: Pick<CommandContext, 'environment'>): string | undefined {
  const token = environment['OPERATOR_TOKEN']
  return token === '' ? undefined : token
}

function explained(context: CommandContext, error: unknown): unknown {
  if (isSoukError(error, 'unauthorized')) {
    const hint = operatorTokenOf(context) === undefined ? 'Sign in again.' : 'Check OPERATOR_TOKEN.'
    return new CliError('forbidden', error.message, hint)
  }
  return error
}
