/** Skills of an agent come as JSON: they are too many-sided for options. */
import type { Skill } from 'souk-contract'
import { fieldsOf } from '../engine/fields.ts'
import { Refused } from '../engine/refused.ts'
import { json } from '../engine/words.ts'

export const skillsOption = json('its skills as JSON, or @file: [{id, name, description, tags}]')

export function skillsFrom(value: unknown): Skill[] | undefined {
  if (value === undefined) return undefined
  if (Array.isArray(value) && value.every(isSkill)) return value
  throw new Refused(
    'usage',
    '--skills: It must be a list of skills.',
    'Each has at least id, name, description and tags.',
  )
}

/** Only what has to be there; the service judges the rest. */
function isSkill(value: unknown): value is Skill {
  const { id, name, description, tags } = fieldsOf(value)
  return [id, name, description].every((text) => typeof text === 'string') && Array.isArray(tags)
}
