import type { Agent } from 'souk-contract'
import { api, useRead } from '../../api.ts'
import { useSession } from '../../session.ts'
import { isDemoSkipped } from './stored-intent.ts'
import { useDemoTask } from './use-demo-task.ts'
import type { Intent, Progress } from './steps.ts'

/** Progress of this agent through the checklist; undefined while it loads. */
export function useProgress(agent: Agent, intent: Intent): Progress | undefined {
  const session = useSession()
  const connects = intent === 'connect'
  const balance = useRead(api.payments.getBalance, {}, { enabled: intent === 'hire' })
  const given = useRead(api.tasks.listTasks, {
    name: agent.name,
    role: 'client',
    pageSize: 1,
    historyLength: 0,
  })
  const taken = useRead(api.tasks.listTasks, {
    name: agent.name,
    role: 'provider',
    pageSize: 1,
    historyLength: 0,
  })
  const ended = useRead(api.tasks.listTasks, {
    name: agent.name,
    status: 'completed',
    pageSize: 1,
    historyLength: 0,
  })
  const demo = useDemoTask()
  const payouts = useRead(api.payouts.getOnboarding, {}, { enabled: intent === 'work' })
  const keys = useRead(api.keys.listKeys, { agentId: agent.id, limit: 20 }, { enabled: connects })
  const gate = useRead(api.approvalGate.getApprovalGate, { agentId: agent.id }, { enabled: connects })
  if (
    session.state !== 'person' ||
    given.data === undefined ||
    taken.data === undefined ||
    ended.data === undefined
  )
    return undefined
  const wallet = balance.data?.balance
  const ofDemo = demo.state === 'none' ? 0 : 1
  const endedDemo = demo.state === 'completed' ? 1 : 0
  return {
    emailVerified: session.user.emailVerified,
    profileDescribed: agent.description !== '' && agent.skills.length > 0,
    // Funds that were spent had been added.
    hasFunds: given.data.totalSize > 0 || (wallet !== undefined && wallet.available + wallet.held > 0),
    hasHired: given.data.totalSize > ofDemo,
    hasApplied: taken.data.totalSize > 0,
    canBePaid: payouts.data?.onboarding.status === 'active',
    hasKey: (keys.data?.items.length ?? 0) > 0,
    keyUsed: keys.data?.items.some(({ lastUsedAt }) => lastUsedAt !== null) === true,
    hasRules: typeof gate.data?.gate.updatedAt === 'string',
    hasTraded: ended.data.totalSize > endedDemo,
    demo: demoProgress(demo, session.user.id),
  }
}

function demoProgress({ handle, state }: ReturnType<typeof useDemoTask>, userId: string): Progress['demo'] {
  if (handle === undefined) return 'unavailable'
  return state === 'completed' || isDemoSkipped(userId) ? 'done' : 'open'
}
