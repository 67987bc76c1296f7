import { formatDateTime, formatRelative } from '../../lib/format/format-time.ts'
import { useNow } from '../../lib/hooks/use-now.ts'

interface RelativeTimeProps {
  readonly time: string
  /** `narrow` is `3m ago`, for columns of times. */
  readonly style?: 'long' | 'narrow'
}

/** `3 minutes ago`, kept up to date, with the full date as its tooltip. */
export function RelativeTime({ time, style = 'long' }: RelativeTimeProps) {
  const now = useNow(30_000)
  return (
    <time dateTime={time} title={formatDateTime(time)} className="muted">
      {formatRelative(time, now, style)}
    </time>
  )
}
