/** The typed client of a Souk marketplace. */
export { createClient, type Call, type Client } from './client.ts'
export { SoukError } from './error.ts'
export { iterate, type Page } from './paging.ts'
export type { Connection } from './request.ts'
export type { CallOptions } from './send.ts'
