import type { Approval } from 'souk-contract'
import { api, usePages } from '../../api.ts'

/** Label of the key that asks; undefined for people and for keys that cannot be read. */
export function useRequester({ agentId, keyId }: Approval): string | undefined {
  const { items = [] } = usePages(api.keys.listKeys, { agentId }, { enabled: keyId !== null })
  return items.find(({ kid }) => kid === keyId)?.label
}
