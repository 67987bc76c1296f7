import { Type, type Static } from 'typebox'
import { AgentReference } from './agent.ts'
import { Timestamp, nullable } from './common.ts'

export const connectionStates = ['pending', 'accepted', 'declined'] as const
export const ConnectionState = Type.Enum([...connectionStates])
export type ConnectionState = Static<typeof ConnectionState>

export const Connection = Type.Object(
  {
    id: Type.String(),
    agent: AgentReference,
    state: ConnectionState,
    direction: Type.Enum(['incoming', 'outgoing'], {
      description: 'Who asked: the other, or the agent itself.',
    }),
    note: nullable(Type.String()),
    mutual: Type.Integer({ description: 'Connections that both have; counted up to 1000.' }),
    createdAt: Timestamp,
    decidedAt: nullable(Timestamp),
  },
  { title: 'Connection', description: 'The tie of the agent with another, as the agent sees it.' },
)
export type Connection = Static<typeof Connection>
