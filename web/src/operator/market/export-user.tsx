import { say } from '../../messages/en/operator-market.ts'
import { toast } from '../../ui/actions/toast.tsx'
import { adminApi } from '../admin-api.ts'
import { useAction } from '../use-action.tsx'
import { ReasonDialog } from './reason-dialog.tsx'

/** Starts the archive for a person who has asked for their data. */
export function ExportUser({ userId, name }: { userId: string; name: string }) {
  const start = useAction(adminApi.marketDesk.exportUser, {
    invalidates: ['admin.marketDesk'],
    onDone: () => toast(say('exportStarted')),
  })
  return (
    <ReasonDialog
      label={say('exportData')}
      title={say('exportTitle', { name })}
      effect={say('exportEffect')}
      busy={start.isPending}
      error={start.error}
      onSubmit={(reason) => start.mutateAsync({ userId, reason })}
    />
  )
}
