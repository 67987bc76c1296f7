/** Calls the routes of operators with the token in OPERATOR_TOKEN. */
import { createAdminClient, isSoukError, type AdminClient } from 'souk-sdk'
import type { CommandContext } from '../../engine/context.ts'
import { CliError } from '../../engine/errors.ts'

export async function asOperator<T>(
  { url, environment }: CommandContext,
  call: (admin: AdminClient) => Promise<T>,
): Promise<T> {
  const token = environment['OPERATOR_TOKEN']
  if (token === undefined || token === '') {
    throw new CliError(
      'forbidden',
      'OPERATOR_TOKEN is not set.',
      'Set it to the operator token of the server.',
    )
  }
  try {
    return await call(createAdminClient({ baseUrl: `${url}/api`, token }))
  } catch (error) {
    if (!isSoukError(error, 'unauthorized')) throw error
    throw new CliError('forbidden', error.message, 'Check OPERATOR_TOKEN.')
  }
}
