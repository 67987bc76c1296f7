import type { CaseKind } from 'souk-contract'
import { say } from '../../messages/en/operator-market.ts'
import { useNavigate } from '../../ui/page/link.tsx'
import { adminApi } from '../admin-api.ts'
import { useAction } from '../use-action.tsx'
import { ReasonDialog } from './reason-dialog.tsx'

/** Measures such as a suspension are decisions on a case, so that the owner reads reasons and can appeal. */
export function OpenCaseOn({ kind, subjectId }: { kind: CaseKind; subjectId: string }) {
  const navigate = useNavigate()
  const open = useAction(adminApi.moderation.openCase, {
    invalidates: ['admin.moderation'],
    onDone: (reply) => void navigate(`/operator/cases/${reply.case.id}`),
  })
  return (
    <ReasonDialog
      label={say('openCase')}
      title={say('openCaseTitle')}
      effect={say('openCaseEffect')}
      busy={open.isPending}
      error={open.error}
      onSubmit={(reason) => open.mutateAsync({ kind, subjectId, reason })}
    />
  )
}
