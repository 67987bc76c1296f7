import type { AgentCaller } from '../../caller.ts'
import { fail } from '../../failure.ts'
import { mayManage } from '../agents/access.ts'

export function requireManager(caller: AgentCaller): void {
  if (caller.kind !== 'user' || mayManage(caller.agentRole)) return
  fail(
    'forbidden',
    'You can act as this agent, but cannot change its profile.',
    'Ask the owner of the agent.',
  )
}
