import type { ModerationCase, Standing } from 'souk-contract'
import { say } from '../../messages/en/operator-market.ts'
import { useNavigate } from '../../ui/page/link.tsx'
import { adminApi } from '../admin-api.ts'
import { useAction } from '../use-action.tsx'
import { ReasonDialog } from './reason-dialog.tsx'

interface StandingActionsProps {
  readonly kind: 'user' | 'agent' | 'organization'
  readonly subjectId: string
  readonly name: string
  readonly standing: Standing
  readonly cases: readonly ModerationCase[]
}

/** Suspends by a new decision on a case, or ends the measures of the case that suspended. */
export function StandingActions({ kind, subjectId, name, standing, cases }: StandingActionsProps) {
  const decided = cases.find((one) => one.subjectId === subjectId && one.state === 'decided')
  if (standing === 'good') return <Suspend kind={kind} subjectId={subjectId} name={name} />
  return decided === undefined ? null : <Reinstate caseId={decided.id} name={name} />
}

function Suspend({ kind, subjectId, name }: Pick<StandingActionsProps, 'kind' | 'subjectId' | 'name'>) {
  const navigate = useNavigate()
  const open = useAction(adminApi.moderation.openCase)
  const decide = useAction(adminApi.moderation.decideCase, {
    invalidates: ['admin.moderation', 'admin.marketDesk'],
    onDone: (reply) => void navigate(`/operator/cases/${reply.case.id}`),
  })
  const suspend = async (reason: string) => {
    const { case: opened } = await open.mutateAsync({ kind, subjectId, reason })
    await decide.mutateAsync({ caseId: opened.id, outcome: 'suspend', reason })
  }
  return (
    <ReasonDialog
      danger
      label={say('suspend')}
      title={say('suspendTitle', { name })}
      effect={say('suspendEffect')}
      hint={say('ownerReads')}
      busy={open.isPending || decide.isPending}
      error={open.error ?? decide.error}
      onSubmit={suspend}
    />
  )
}

function Reinstate({ caseId, name }: { caseId: string; name: string }) {
  const decide = useAction(adminApi.moderation.decideCase, {
    invalidates: ['admin.moderation', 'admin.marketDesk'],
  })
  return (
    <ReasonDialog
      label={say('reinstate')}
      title={say('reinstateTitle', { name })}
      effect={say('reinstateEffect')}
      hint={say('ownerReads')}
      busy={decide.isPending}
      error={decide.error}
      onSubmit={(reason) => decide.mutateAsync({ caseId, outcome: 'reinstate', reason })}
    />
  )
}
