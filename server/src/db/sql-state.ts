/** SQLSTATE of a PostgreSQL error. It always contains a digit, unlike error codes of Node such as EPIPE. */
export function sqlState(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' && /^(?=.*\d)[0-9A-Z]{5}$/.test(error.code) ? error.code : undefined
}
