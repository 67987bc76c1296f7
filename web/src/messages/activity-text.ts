/** Text of a change of a balance in the language of the page. */
import type { ActivityLine } from 'souk-contract'
import { translation } from './locale.ts'

/** The server describes changes in English; in another language the kind and the direction choose the text. */
export function activityText({ kind, amount, description }: ActivityLine): string {
  return translation?.activity[`${kind}.${amount > 0 ? 'in' : 'out'}`] ?? description
}
