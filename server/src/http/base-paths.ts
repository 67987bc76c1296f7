import type { Surface } from 'souk-contract'

/** Where the routes of a surface are. */
export const basePaths: Readonly<Record<Surface, string>> = { platform: '/api', a2a: '/api/a2a/v1' }
