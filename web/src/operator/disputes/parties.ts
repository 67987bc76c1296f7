/** Names of the parties of a dispute. */
import type { DisputeEvidence } from 'souk-contract'
import { say } from '../../messages/en/operator-disputes.ts'

export interface DisputeProps {
  readonly dispute: DisputeEvidence
}

export const handlesOf = ({ client, provider }: DisputeEvidence) => ({
  client: `@${client.name}`,
  provider: `@${provider.name}`,
})

/** The handle of a party; operators and deadlines are named. */
export function nameOf(dispute: DisputeEvidence, by: DisputeEvidence['openedBy']): string {
  if (by === 'client' || by === 'provider') return `@${dispute[by].name}`
  return by === 'operator' ? say('operator') : say('deadline')
}
