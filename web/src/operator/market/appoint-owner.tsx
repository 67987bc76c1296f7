import type { OrganizationDetails } from 'souk-contract'
import { say } from '../../messages/en/operator-market.ts'
import { toast } from '../../ui/actions/toast.tsx'
import { adminApi } from '../admin-api.ts'
import { useCan } from '../operator-context.tsx'
import { useAction } from '../use-action.tsx'
import { roleName } from './role-name.ts'
import { ReasonDialog } from './reason-dialog.tsx'

interface AppointOwnerProps {
  readonly organizationId: string
  readonly member: OrganizationDetails['members'][number]
}

/** For an organization whose owners are gone; the server refuses while one is active. */
export function AppointOwner({ organizationId, member }: AppointOwnerProps) {
  const allowed = useCan('changeOperators')
  const appoint = useAction(adminApi.marketDesk.appointOwner, {
    invalidates: ['admin.marketDesk'],
    onDone: () => toast(say('ownerAppointed')),
  })
  if (!allowed || member.role === 'owner') return <>{roleName(member.role)}</>
  return (
    <>
      {roleName(member.role)}
      <ReasonDialog
        small
        label={say('appointOwner')}
        title={say('appointOwnerTitle', { name: member.displayName })}
        effect={say('appointOwnerEffect')}
        busy={appoint.isPending}
        error={appoint.error}
        onSubmit={(reason) => appoint.mutateAsync({ organizationId, userId: member.id, reason })}
      />
    </>
  )
}
