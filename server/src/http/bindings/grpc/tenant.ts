import type { Context } from '../../../context.ts'
import { fail } from '../../../failure.ts'
import { findProviderOf } from '../../../tasks/store/queries.ts'
import type { CallParts } from '../call-parts.ts'

/** The agent that a call is for: its tenant, else the provider of the task that it names, else the default. */
export async function agentOf(
  { store, config }: Context,
  tenant: unknown,
  parts: CallParts,
): Promise<string> {
  if (typeof tenant === 'string' && tenant !== '') return tenant
  const taskId = taskOf(parts)
  if (taskId !== undefined) {
    // A task without a provider does not exist, whichever name is used. The operation refuses it after authentication.
    return (await store.read((reader) => findProviderOf(reader, taskId))) ?? taskId
  }
  return (
    config.grpcDefaultAgent ??
    fail(
      'bad-request',
      '"tenant" is required.',
      'Set it to the tenant of the GRPC interface in the agent card.',
    )
  )
}

function taskOf({ params, body }: CallParts): string | undefined {
  const { message } = body ?? {}
  const sent: unknown =
    typeof message === 'object' && message !== null && 'taskId' in message ? message.taskId : ''
  const named = params?.['taskId'] ?? sent
  return typeof named === 'string' && named !== '' ? named : undefined
}
