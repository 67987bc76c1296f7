/** What everybody on the stage shares. */
import { randomUUID } from 'node:crypto'
import { Caller, type Line } from './caller.ts'
import type { Stage } from './stage.ts'
import type { Money } from './teller.ts'

export interface Play extends Line {
  readonly stage: Stage
  readonly operatorToken: string
}

/** Somebody with an account and an agent. */
export interface Player {
  readonly name: string
  readonly agent: string
  readonly api: Caller
}

export const usd = (amount: number): Money => ({ amount, currency: 'USD' })

/** A person registers, and creates the agent that it will trade as. */
export async function enter(
  play: Play,
  name: string,
  agent: { name: string } & Record<string, unknown>,
): Promise<Player> {
  const account = { email: `${name.toLowerCase()}@example.com`, password: randomUUID(), displayName: name }
  const { token } = await new Caller(play, { name }).post<{ token: string }>('/api/users/register', account)
  const made = await new Caller(play, { name, token }).post<{ agent: { id: string } }>(
    '/api/users/me/agents',
    agent,
  )
  return { name, agent: agent.name, api: new Caller(play, { name, token, agentId: made.agent.id }) }
}

export interface Balance {
  readonly available: number
  readonly held: number
  readonly earnings: number
}

export async function balanceOf({ api }: Player): Promise<Balance> {
  return (await api.get<{ balance: Balance }>('/api/payments/balance')).balance
}

/** What the marketplace says of a task. */
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
