import { api, useRead } from '../api.ts'

/** The one currency of this marketplace. */
export function useCurrency(): string {
  return useRead(api.service.getStats, {}).data?.currency ?? 'USD'
}
