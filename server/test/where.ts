import { inject } from 'vitest'

let chosen: string | undefined

/** For programs other than the tests that use what is here: benches, and what proves more than tests have time for. */
export function usePostgres(url: string): void {
  chosen = url
}

/** The PostgreSQL in which tests make their databases. */
export function postgresUrl(): string {
  return chosen ?? inject('databaseUrl')
}
