import type { LegalHold } from 'souk-contract'
import { formatDay } from '../../lib/format/format-time.ts'
import { say } from '../../messages/en/operator-market.ts'
import { Badge } from '../../ui/data/badge.tsx'
import { toast } from '../../ui/actions/toast.tsx'
import { adminApi } from '../admin-api.ts'
import { useCan } from '../operator-context.tsx'
import { useAction } from '../use-action.tsx'
import { ReasonDialog } from './reason-dialog.tsx'

interface HoldProps {
  readonly hold: LegalHold | null
}

/** Beside the name of what is held. */
export function HoldBadge({ hold }: HoldProps) {
  if (hold === null) return null
  return (
    <Badge tone="brass">
      <span title={hold.reason}>{say('heldSince', { day: formatDay(hold.createdAt) })}</span>
    </Badge>
  )
}

/** Places a legal hold, or releases the active one. */
export function HoldAction({ hold, subjectId }: HoldProps & { readonly subjectId: string }) {
  const allowed = useCan('changePolicy')
  if (!allowed) return null
  return hold === null ? <PlaceHold subjectId={subjectId} /> : <ReleaseHold holdId={hold.id} />
}

function PlaceHold({ subjectId }: { readonly subjectId: string }) {
  const place = useAction(adminApi.legalHolds.placeLegalHold, {
    invalidates: ['admin.marketDesk', 'admin.legalHolds'],
    onDone: () => toast(say('holdPlaced')),
  })
  return (
    <ReasonDialog
      label={say('placeHold')}
      title={say('placeHoldTitle')}
      effect={say('placeHoldEffect')}
      busy={place.isPending}
      error={place.error}
      onSubmit={(reason) => place.mutateAsync({ subjectId, reason })}
    />
  )
}

function ReleaseHold({ holdId }: { readonly holdId: string }) {
  const release = useAction(adminApi.legalHolds.releaseLegalHold, {
    invalidates: ['admin.marketDesk', 'admin.legalHolds'],
    onDone: () => toast(say('holdReleased')),
  })
  return (
    <ReasonDialog
      label={say('releaseHold')}
      title={say('releaseHoldTitle')}
      effect={say('releaseHoldEffect')}
      busy={release.isPending}
      error={release.error}
      onSubmit={(reason) => release.mutateAsync({ holdId, reason })}
    />
  )
}
