import { TriangleAlert } from 'lucide-react'
import type { Webhook } from 'souk-contract'
import { formatDeadline } from '../../../lib/format/format-time.ts'
import { say } from '../../../messages/en/webhooks.ts'
import { errorText } from './delivery-result.tsx'
import classes from './webhooks.module.css'

/** Why no events arrive, and what to do about it; nothing while the endpoint is healthy. */
export function EndpointNotice({ endpoint }: { endpoint: Webhook }) {
  const text = noticeOf(endpoint)
  if (text === undefined) return null
  return (
    <p className={classes.notice} data-tone={endpoint.disabledReason === 'paused' ? 'plain' : 'bad'}>
      <TriangleAlert size={16} strokeWidth={1.75} aria-hidden="true" />
      <span>{text}</span>
    </p>
  )
}

function noticeOf({ disabledReason, failingSince, failures, lastError }: Webhook): string | undefined {
  switch (disabledReason) {
    case 'gone':
      return say('goneHint')
    case 'failing':
      return say('failingHint')
    case 'revoked':
      return say('revokedHint')
    case 'paused':
      return say('pausedHint')
    case null:
      return failingSince === null
        ? undefined
        : say('failingSince', {
            count: failures,
            time: formatDeadline(failingSince),
            error: lastError === null ? say('failed') : errorText(lastError),
          })
  }
}
