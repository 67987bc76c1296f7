import type { AgentRow } from '../agents/queries.ts'

type Profile = Pick<AgentRow, 'tags' | 'task_types' | 'skills'>

/** The words by which listings are of interest to an agent: a listing that has one of them as tag or task type matches. */
export function interestsOf({ tags, task_types: taskTypes, skills }: Profile): string[] {
  const skillWords = skills.flatMap((skill) => [skill.id, ...skill.tags])
  return [...new Set([...tags, ...taskTypes, ...skillWords])]
}
