import { Type, type Static } from 'typebox'
import { AgentReference } from './agent.ts'
import { Timestamp, nullable } from './common.ts'
import { PartFlag } from './message.ts'

export const Endorsement = Type.Object(
  {
    id: Type.String(),
    skill: Type.String({ description: 'Skill id.' }),
    skillName: nullable(Type.String({ description: 'Null when the agent no longer lists the skill.' })),
    from: AgentReference,
    note: nullable(Type.String()),
    flags: Type.Array(PartFlag),
    verified: Type.Boolean({ description: 'The two have completed a task together.' }),
    createdAt: Timestamp,
  },
  { title: 'Endorsement' },
)
export type Endorsement = Static<typeof Endorsement>

export const Recommendation = Type.Object(
  {
    id: Type.String(),
    from: AgentReference,
    role: Type.Enum(['client', 'provider'], { description: 'The side of whoever recommends in that task.' }),
    text: Type.String(),
    flags: Type.Array(PartFlag),
    verified: Type.Boolean({ description: 'It rests on a completed task between different owners.' }),
    paid: Type.Boolean({ description: 'Money was paid for that task.' }),
    taskId: nullable(Type.String({ description: 'Shown to the two parties of the task.' })),
    createdAt: Timestamp,
  },
  { title: 'Recommendation' },
)
export type Recommendation = Static<typeof Recommendation>
