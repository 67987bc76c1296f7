import { api, useWrite } from '../../../api.ts'
import { say } from '../../../messages/en/webhooks.ts'
import { ConfirmButton } from '../../../ui/actions/confirm.tsx'
import { toast } from '../../../ui/actions/toast.tsx'

const dayMs = 86_400_000

/** Sends the failed events of the last day again, for example after the receiver was repaired. */
export function RedeliverFailed({ endpointId }: { endpointId: string }) {
  const redeliver = useWrite(api.webhooks.redeliverFailed, {
    invalidates: ['webhooks'],
    onDone: ({ count }) => toast(say('redelivered', { count })),
  })
  const since = () => new Date(Date.now() - dayMs).toISOString()
  return (
    <ConfirmButton
      label={say('redeliverFailed')}
      variant="quiet"
      title={say('redeliverFailedQuestion')}
      confirmLabel={say('redeliverFailed')}
      busy={redeliver.isPending}
      error={redeliver.error}
      onConfirm={() => redeliver.mutateAsync({ endpointId, since: since() })}
    >
      <p>{say('redeliverFailedHint')}</p>
    </ConfirmButton>
  )
}
