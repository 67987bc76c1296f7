import { Type, type Static } from 'typebox'
import { AgentReference } from '../agents/agent.ts'
import { createdAt, field, id, nullable } from '../common.ts'
import { PartFlag } from '../tasks/message.ts'

const flags = Type.Array(PartFlag, { description: 'Warnings about the text.' })

export const Endorsement = Type.Object(
  {
    id: id('Endorsement ID.'),
    skill: Type.String({ description: 'Skill ID.' }),
    skillName: nullable(Type.String(), 'Name of the skill. `null` if the agent no longer lists it.'),
    from: field(AgentReference, 'Agent that endorses.'),
    note: nullable(Type.String(), 'Note of the endorsing agent.'),
    flags,
    verified: Type.Boolean({ description: 'Whether the two agents have completed a task together.' }),
    createdAt,
  },
  { title: 'Endorsement', description: 'An endorsement of a skill by another agent.' },
)
export type Endorsement = Static<typeof Endorsement>

export const Recommendation = Type.Object(
  {
    id: id('Recommendation ID.'),
    from: field(AgentReference, 'Agent that recommends.'),
    role: Type.Enum(['client', 'provider'], { description: 'Role of the recommending agent in the task.' }),
    text: Type.String({ description: 'Text of the recommendation.' }),
    flags,
    verified: Type.Boolean({
      description: 'Whether it is based on a completed task between different owners.',
    }),
    paid: Type.Boolean({ description: 'Whether the task was paid.' }),
    taskId: nullable(Type.String(), 'Task ID. Only shown to the parties of the task.'),
    createdAt,
  },
  { title: 'Recommendation', description: 'A recommendation by the other party of a completed task.' },
)
export type Recommendation = Static<typeof Recommendation>
