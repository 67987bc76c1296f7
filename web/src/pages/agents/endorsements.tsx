import type { Agent } from 'souk-contract'
import { api, useRead, useWrite } from '../../api.ts'
import { useSession } from '../../session.ts'
import { Badge } from '../../ui/data/badge.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { ErrorMessage } from '../../ui/page/error-message.tsx'
import { Row } from '../../ui/page/layout.tsx'
import { toast } from '../../ui/actions/toast.tsx'
import { say } from '../../messages/en/profile.ts'

interface EndorsementsProps {
  readonly agent: Agent
  readonly skill: string
  readonly mine: boolean
}

/** Number of endorsements of a skill, and the button to add or withdraw your own. */
export function Endorsements({ agent, skill, mine }: EndorsementsProps) {
  const session = useSession()
  const acting = session.state === 'person' ? session.agent : undefined
  const { data } = useRead(api.trust.listEndorsements, { name: agent.name, skill, limit: 100 })
  const invalidates = ['trust', 'agents'] as const
  const endorse = useWrite(api.trust.endorseAgent, { invalidates })
  const withdraw = useWrite(api.trust.withdrawEndorsement, { invalidates })
  const own = data?.items.find(({ from }) => from.agentId === acting?.id)
  const count = agent.trust?.endorsements.find((entry) => entry.skill === skill)?.count ?? 0
  const withdrawById = (endorsementId: string) => withdraw.mutate({ name: agent.name, endorsementId })
  const addEndorsement = () =>
    endorse.mutate(
      { name: agent.name, skill },
      { onSuccess: ({ endorsement }) => toast(say('endorsementAdded'), () => withdrawById(endorsement.id)) },
    )
  return (
    <Row>
      {count === 0 ? null : <Badge bare>{say('endorsement', { count })}</Badge>}
      {mine || acting === undefined ? null : own === undefined ? (
        <Button size="small" busy={endorse.isPending} onClick={addEndorsement}>
          {say('endorse')}
        </Button>
      ) : (
        <Button size="small" busy={withdraw.isPending} onClick={() => withdrawById(own.id)}>
          {say('withdrawEndorsement')}
        </Button>
      )}
      {endorse.error === null ? null : <ErrorMessage error={endorse.error} />}
    </Row>
  )
}
