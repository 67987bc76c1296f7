import { CircleCheck, CircleX, Clock, RefreshCw, type LucideIcon } from 'lucide-react'
import type { Delivery } from 'souk-contract'
import { say } from '../../../messages/en/webhooks.ts'
import classes from './deliveries.module.css'

type Result = readonly [icon: LucideIcon, label: string | number, tone: 'good' | 'bad' | 'wait' | 'plain']

/** Outcome of a delivery: the status code of the receiver, or why there is none. */
export function DeliveryResult({ delivery }: { delivery: Delivery }) {
  const [Icon, label, tone] = resultOf(delivery)
  return (
    <span className={classes.status} data-tone={tone}>
      <Icon size={14} strokeWidth={1.75} aria-hidden="true" />
      {label}
    </span>
  )
}

function resultOf({ status, attempts, lastStatusCode, lastError }: Delivery): Result {
  switch (status) {
    case 'pending':
      return attempts === 0 ? [Clock, say('queued'), 'plain'] : [RefreshCw, say('retry'), 'wait']
    case 'succeeded':
      return [CircleCheck, lastStatusCode ?? say('delivered'), 'good']
    case 'exhausted':
      return [CircleX, lastStatusCode ?? (lastError === null ? say('failed') : errorText(lastError)), 'bad']
    case 'blocked':
      return [CircleX, say('blocked'), 'bad']
    case 'canceled':
      return [CircleX, say('canceled'), 'plain']
  }
}

const errorTexts: Readonly<Record<string, string>> = {
  http_3xx: say('errorRedirect'),
  http_4xx: say('errorRefused'),
  http_5xx: say('errorServer'),
  response_timeout: say('errorTimeout'),
  connect_timeout: say('errorTimeout'),
  connect_failed: say('errorConnection'),
  dns_failed: say('errorHost'),
  tls_invalid: say('errorCertificate'),
  reset: say('errorClosed'),
  response_too_large: say('errorResponse'),
  response_invalid: say('errorResponse'),
  blocked_url: say('errorBlocked'),
  blocked_address: say('errorBlocked'),
  blocked_header: say('errorBlocked'),
}

/** Error code of an attempt in words. */
export function errorText(code: string): string {
  return errorTexts[code] ?? code
}
