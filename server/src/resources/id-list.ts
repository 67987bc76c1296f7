import { fail } from '../failure.ts'

const idsMax = 100

/** Ids of a comma-separated query parameter. */
export function idsIn(parameter: string, value: string | undefined): string[] | undefined {
  const ids = value
    ?.split(',')
    .map((id) => id.trim())
    .filter(Boolean)
  if (ids !== undefined && ids.length > idsMax)
    fail('bad-request', `"${parameter}" must have at most ${idsMax} IDs.`, 'Remove some IDs.')
  return ids
}
