import type { Money } from 'souk-contract'
import type { CommandContext } from '../../engine/context.ts'
import { propertiesOf } from '../../engine/objects.ts'
import { argument } from '../../engine/params.ts'
import { callAdmin } from './admin-api.ts'

export const disputedTask = argument('ID of the disputed task')

/** Dispute that needs a ruling. */
export interface Dispute {
  readonly taskId: string
  readonly client: { readonly name: string }
  readonly provider: { readonly name: string }
  readonly amount: Money
  readonly openedBy: string
  readonly since: string
  readonly dueAt: string
  readonly delivered: boolean
}

export function fetchDisputes(context: CommandContext): Promise<{ disputes: readonly Dispute[] }> {
  return callAdmin(context, { method: 'GET', path: 'disputes' }, isDisputes)
}

function isDisputes(data: unknown): data is { disputes: Dispute[] } {
  return Array.isArray(propertiesOf(data)['disputes'])
}
