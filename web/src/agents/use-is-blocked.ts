import { api, useRead } from '../api.ts'

/** Whether the acting agent has blocked an agent. */
export function useIsBlocked(agentId: string): boolean {
  const { data } = useRead(api.blocks.listBlocks, { limit: 100 })
  return data?.items.some(({ agent }) => agent.agentId === agentId) === true
}
