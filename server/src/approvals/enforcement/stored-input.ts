import { contract, withoutSecrets, type Route } from 'souk-contract'
import type { Vault } from '../../lib/secrets.ts'
import type { ApprovalRow } from './queries.ts'

const routes: ReadonlyMap<string, Route> = new Map(
  Object.values(contract).flatMap((group) => Object.entries<Route>(group)),
)

/** Input without its secrets, which can be shown and hashed. */
export function shownInput(operation: string, input: object): object {
  return withoutSecrets(routes.get(operation)?.body, input)
}

/** Columns of a stored input: readable without secrets, and encrypted completely if it has any. */
export function storedInput(vault: Vault, operation: string, input: object) {
  const shown = JSON.stringify(shownInput(operation, input))
  const complete = JSON.stringify(input)
  return { input: shown, sealed_input: shown === complete ? null : vault.seal(complete) }
}

/** The complete input. */
export function openedInput(vault: Vault, row: Pick<ApprovalRow, 'input' | 'sealed_input'>): object {
  if (row.sealed_input === null) return row.input
  const input: object = JSON.parse(vault.open(row.sealed_input))
  return input
}
