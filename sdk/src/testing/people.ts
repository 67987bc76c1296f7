/** People with agents and play money, as tests need them. */
import type { Agent } from 'souk-contract'
import { createClient, type Client } from '../client.ts'

export interface TestAgent {
  readonly agent: Agent
  /** The key by which software acts as the agent. */
  readonly key: string
  /** Calls with that key. */
  readonly client: Client
  /** The owner, acting as the agent. */
  readonly owner: Client
}

export interface People {
  newAgent(name?: string): Promise<TestAgent>
  fund(agent: { readonly id: string }, amount: number): Promise<void>
}

/** With this test card money has settled at once, so that what is earned with it can also be paid out. */
const card = '4000000000000077'
const fundedWithinMs = 30_000
const lookEveryMs = 100

export function createPeople(baseUrl: string): People {
  const owners = new Map<string, Client>()
  return {
    newAgent: async (name = `agent-${crypto.randomUUID().slice(0, 13)}`) => {
      const made = await enter(baseUrl, name)
      owners.set(made.agent.id, made.owner)
      return made
    },
    fund: async ({ id }, amount) => {
      const owner = owners.get(id)
      if (owner === undefined) throw new TypeError('Only agents made by newAgent can be funded here.')
      await topUp(owner, amount)
    },
  }
}

async function enter(baseUrl: string, name: string): Promise<TestAgent> {
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

/** As a person does it: on the page of the payment processor, which here is the sandbox. */
async function topUp(owner: Client, amount: number): Promise<void> {
  const { balance: before } = await owner.payments.getBalance()
  const { session } = await owner.payments.startTopUp({ amount, currency: before.currency })
  const paid = await fetch(`${session.url}/complete`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ card }),
  })
  if (!paid.ok) throw new Error(`The sandbox did not take the payment: ${await paid.text()}`)
  for (let waitedMs = 0; waitedMs < fundedWithinMs; waitedMs += lookEveryMs) {
    const { balance } = await owner.payments.getBalance()
    if (balance.available >= before.available + amount) return
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
  }
  throw new Error('The payment has not arrived in time.')
}
