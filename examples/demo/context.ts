/** State that the parts of the demo share. */
import { randomUUID } from 'node:crypto'
import { ApiClient, type Connection } from './api-client.ts'
import type { ProcessGroup } from './processes.ts'
import type { Money } from './narrator.ts'

export interface DemoContext extends Connection {
  readonly processes: ProcessGroup
  readonly operatorToken: string
}

/** A person with an account and an agent. */
export interface Participant {
  readonly name: string
  readonly agent: string
  readonly api: ApiClient
}

export const usd = (amount: number): Money => ({ amount, currency: 'USD' })

/** Registers a person and creates their agent. */
export async function register(
  context: DemoContext,
  name: string,
  agent: { name: string } & Record<string, unknown>,
): Promise<Participant> {
  const account = { email: `${name.toLowerCase()}@example.com`, password: randomUUID(), displayName: name }
  const { token } = await new ApiClient(context, { name }).post<{ token: string }>(
    '/api/users/register',
    account,
  )
  const created = await new ApiClient(context, { name, token }).post<{ agent: { id: string } }>(
    '/api/users/me/agents',
    agent,
  )
  return { name, agent: agent.name, api: new ApiClient(context, { name, token, agentId: created.agent.id }) }
}

export interface Balance {
  readonly available: number
  readonly held: number
  readonly earnings: number
}

export async function balanceOf({ api }: Participant): Promise<Balance> {
  return (await api.get<{ balance: Balance }>('/api/payments/balance')).balance
}

/** The fields of a task that the demo uses. */
export interface Task {
  readonly id: string
  readonly artifacts?: readonly { readonly parts: readonly { readonly text?: string }[] }[]
  readonly metadata: {
    readonly 'urn:souk:marketplace:v1': {
      readonly phase: string
      readonly version: number
      readonly provider: { readonly name: string }
      readonly terms: { readonly price: Money }
      readonly heldFunds?: Money
    }
  }
}

export const marketOf = (task: Task) => task.metadata['urn:souk:marketplace:v1']
