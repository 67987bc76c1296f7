/** Text of a change of a balance in the language of the page. */
import type { ActivityLine } from 'souk-contract'
import { translation } from './locale.ts'

/** The server describes changes in English; in another language the outcome or kind and the direction choose the text. */
export function activityText(line: ActivityLine): string {
  const { kind, outcome, amount, description } = line
  const direction = amount > 0 ? 'in' : 'out'
  if (isFee(line)) return translation?.activity['fee'] ?? description
  return (
    translation?.activity[`${outcome}.${direction}`] ??
    translation?.activity[`${kind}.${direction}`] ??
    description
  )
}

/** Of a payment for work, the platform receives only the fee. */
function isFee({ fee, counterparty }: ActivityLine): boolean {
  return fee !== undefined && counterparty === 'platform'
}
