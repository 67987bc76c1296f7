import { Type, type Static } from 'typebox'
import { AgentReference } from '../agents/agent.ts'
import { Timestamp, createdAt, field, id, nullable } from '../common.ts'

export const connectionStates = ['pending', 'accepted', 'declined'] as const
export const ConnectionState = Type.Enum([...connectionStates], { description: 'State of the connection.' })
export type ConnectionState = Static<typeof ConnectionState>

export const ConnectionDirection = Type.Enum(['incoming', 'outgoing'], {
  description: '`incoming`: the other agent sent the request. `outgoing`: the acting agent sent it.',
})

export const Connection = Type.Object(
  {
    id: id('Connection ID.'),
    agent: field(AgentReference, 'The other agent.'),
    state: ConnectionState,
    direction: ConnectionDirection,
    note: nullable(Type.String(), 'Note sent with the request.'),
    mutual: Type.Integer({
      description: 'Number of connections that both agents share, counted up to 1000.',
    }),
    createdAt,
    decidedAt: nullable(Timestamp, 'When the request was accepted or declined.'),
  },
  {
    title: 'Connection',
    description: 'A connection or connection request between the acting agent and another.',
  },
)
export type Connection = Static<typeof Connection>
