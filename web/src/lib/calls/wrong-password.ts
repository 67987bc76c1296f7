import { isSoukError } from 'souk-sdk'

/** Confirming the password, and changes that require it, fail with `forbidden` only if it is wrong. */
export function isWrongPassword(error: unknown): boolean {
  return isSoukError(error, 'forbidden')
}
