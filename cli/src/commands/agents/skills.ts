/** Skills of an agent, given as JSON. */
import type { Skill } from 'souk-contract'
import { CliError } from '../../engine/errors.ts'
import { propertiesOf } from '../../engine/objects.ts'
import { json } from '../../engine/params.ts'

export const skillsOption = json('Skills as JSON, or @file: [{id, name, description, tags}]')

export function parseSkills(value: unknown): Skill[] | undefined {
  if (value === undefined) return undefined
  if (Array.isArray(value) && value.every(isSkill)) return value
  throw new CliError(
    'usage',
    '--skills must be a list of skills.',
    'Give each skill at least ID, name, description and tags.',
  )
}

/** Checks only the required fields; the server validates the rest. */
function isSkill(value: unknown): value is Skill {
  const { id, name, description, tags } = propertiesOf(value)
  return [id, name, description].every((text) => typeof text === 'string') && Array.isArray(tags)
}
