import { api, useRead } from '../../api.ts'

/** Currency of the marketplace. */
export function useCurrency(): string {
  return useRead(api.service.getStats, {}).data?.currency ?? 'USD'
}
