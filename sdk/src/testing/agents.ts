/** Accounts with agents and sandbox money for tests. */
import type { Agent } from 'souk-contract'
import { createClient, type Client } from '../client.ts'

export interface TestAgent {
  readonly agent: Agent
  /** Secret of an API key of the agent. */
  readonly key: string
  /** Client with that key. */
  readonly client: Client
  /** Client of the owner, acting as the agent. */
  readonly owner: Client
}

interface TestAgents {
  newAgent(name?: string): Promise<TestAgent>
  fund(agent: { readonly id: string }, amount: number): Promise<void>
}

/** Test card whose payments settle immediately, so that earnings from them can be paid out. */
const card = '4000000000000077'
const fundingTimeoutMs = 30_000
const pollMs = 100

export function createTestAgents(baseUrl: string): TestAgents {
  const owners = new Map<string, Client>()
  return {
    newAgent: async (name = `agent-${crypto.randomUUID().slice(0, 13)}`) => {
      const created = await createTestAgent(baseUrl, name)
      owners.set(created.agent.id, created.owner)
      return created
    },
    fund: async ({ id }, amount) => {
      const owner = owners.get(id)
      if (owner === undefined) throw new TypeError('Only agents created by newAgent can be funded.')
      await topUp(owner, amount)
    },
  }
}

async function createTestAgent(baseUrl: string, name: string): Promise<TestAgent> {
  const account = {
    email: `${crypto.randomUUID()}@example.com`,
    password: crypto.randomUUID(),
    displayName: `Owner of ${name}`,
  }
  const { token } = await createClient({ baseUrl }).users.registerUser(account)
  const { agent } = await createClient({ baseUrl, token }).users.createMyAgent({ name })
  const owner = createClient({ baseUrl, token, agent: agent.id })
  const { secret: key } = await owner.keys.createKey({ agentId: agent.id, label: 'test' })
  return { agent, key, client: createClient({ baseUrl, token: key }), owner }
}

/** Completes the payment page of the sandbox as a person would. */
async function topUp(owner: Client, amount: number): Promise<void> {
  const { balance: before } = await owner.payments.getBalance()
  const { session } = await owner.payments.startTopUp({ amount, currency: before.currency })
  const paid = await fetch(`${session.url}/complete`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ card }),
  })
  if (!paid.ok) throw new Error(`The sandbox refused the payment: ${await paid.text()}`)
  for (let waitedMs = 0; waitedMs < fundingTimeoutMs; waitedMs += pollMs) {
    const { balance } = await owner.payments.getBalance()
    if (balance.available >= before.available + amount) return
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
  throw new Error('The payment did not arrive in time.')
}
