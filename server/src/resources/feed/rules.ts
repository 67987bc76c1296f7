import type { AgentRow } from '../agents/queries.ts'

type Profile = Pick<AgentRow, 'tags' | 'task_types' | 'skills'>

/** Tags and task types of an agent; a listing with one of them is shown in its feed. */
export function interestsOf({ tags, task_types: taskTypes, skills }: Profile): string[] {
  const skillWords = skills.flatMap((skill) => [skill.id, ...skill.tags])
  return [...new Set([...tags, ...taskTypes, ...skillWords])]
}
