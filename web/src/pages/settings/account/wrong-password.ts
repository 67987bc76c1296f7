import { isSoukError } from 'souk-sdk'

/** Changing the address or the password fails with `forbidden` only if the current password is wrong. */
export function isWrongPassword(error: unknown): boolean {
  return isSoukError(error, 'forbidden')
}
