export interface AgentWatch {
  readonly agentId: string
  readonly changedAt: string
  /** Reads when the agent last changed; undefined once the caller cannot see it. */
  readonly readChangedAt: () => Promise<string | undefined>
}

/**
 * Finds changes of agents whose wakeup was lost: each call compares the times of the last change. A change whose wakeup arrived
 * is announced twice, which costs the client one more read.
 */
export function createAgentPoll<Watch extends AgentWatch>(
  watched: readonly Watch[],
  announce: (entry: Watch) => void,
): () => void {
  const seen = new Map(watched.map(({ agentId, changedAt }) => [agentId, changedAt]))
  const check = async (entry: Watch) => {
    const changedAt = await entry.readChangedAt()
    if (changedAt === undefined || changedAt === seen.get(entry.agentId)) return
    seen.set(entry.agentId, changedAt)
    announce(entry)
  }
  return () => {
    // A failed read is repeated with the next poll.
    for (const entry of watched) void check(entry).catch(() => undefined)
  }
}
