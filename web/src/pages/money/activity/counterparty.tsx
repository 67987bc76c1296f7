import { api, useRead } from '../../../api.ts'
import { useScope } from '../../../identity/scope-context.tsx'
import { say } from '../../../messages/en/money.ts'
import { Party } from '../../../ui/people/party.tsx'
import type { MoneyEvent } from './events.ts'

/** The agent on the other side of the trade, else the processor; earnings that move to the balance have neither. */
export function Counterparty({ event: { party, counterparty } }: { event: MoneyEvent }) {
  const { agentId } = useScope()
  const { data } = useRead(api.agents.getAgent, { name: party?.id ?? '' }, { enabled: party !== undefined })
  if (party !== undefined)
    return (
      <Party
        party={{
          name: data?.agent.name ?? party.name,
          displayName: party.name,
          agentId: party.id,
          kind: data?.agent.kind ?? null,
          avatarUrl: data?.agent.avatarUrl ?? null,
        }}
      />
    )
  if (counterparty === agentId) return '–'
  return counterparty === 'platform' ? say('platform') : say('processor')
}
