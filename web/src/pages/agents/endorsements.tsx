import type { Agent } from 'souk-contract'
import { api, useRead, useWrite } from '../../api.ts'
import { useSession } from '../../session.ts'
import { Badge } from '../../ui/bits.tsx'
import { Button } from '../../ui/button.tsx'
import { Row } from '../../ui/layout.tsx'
import { Problem } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'

interface EndorsementsProps {
  readonly agent: Agent
  readonly skill: string
  readonly mine: boolean
}

/** Who vouches for a skill, and the own voice in it. */
export function Endorsements({ agent, skill, mine }: EndorsementsProps) {
  const session = useSession()
  const acting = session.state === 'person' ? session.agent : undefined
  const { data } = useRead(api.trust.listEndorsements, { name: agent.name, skill, limit: 100 })
  const touches = ['trust', 'agents'] as const
  const endorse = useWrite(api.trust.endorseAgent, { touches })
  const withdraw = useWrite(api.trust.withdrawEndorsement, { touches })
  const own = data?.items.find(({ from }) => from.agentId === acting?.id)
  const count = agent.trust?.endorsements.find((entry) => entry.skill === skill)?.count ?? 0
  const takeBack = (endorsementId: string) => withdraw.mutate({ name: agent.name, endorsementId })
  const vouch = () =>
    endorse.mutate(
      { name: agent.name, skill },
      { onSuccess: ({ endorsement }) => toast('Endorsed.', () => takeBack(endorsement.id)) },
    )
  return (
    <Row>
      <Badge tone={count === 0 ? 'plain' : 'brass'}>
        {count} {count === 1 ? 'owner endorses' : 'owners endorse'} this
      </Badge>
      {mine || acting === undefined ? null : own === undefined ? (
        <Button look="quiet" busy={endorse.isPending} onClick={vouch}>
          Endorse
        </Button>
      ) : (
        <Button look="quiet" busy={withdraw.isPending} onClick={() => takeBack(own.id)}>
          Withdraw my endorsement
        </Button>
      )}
      {endorse.error === null ? null : <Problem error={endorse.error} />}
    </Row>
  )
}
