/** Text of a change of a balance in the language of the page. */
import type { ActivityLine } from 'souk-contract'
import { translation } from './locale.ts'

/** The server describes changes in English; in another language the outcome or kind and the direction choose the text. */
export function activityText({ kind, outcome, amount, description }: ActivityLine): string {
  const direction = amount > 0 ? 'in' : 'out'
  return (
    translation?.activity[`${outcome}.${direction}`] ??
    translation?.activity[`${kind}.${direction}`] ??
    description
  )
}
