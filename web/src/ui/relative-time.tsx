import { formatDateTime, formatRelative } from '../lib/format-time.ts'
import { useNow } from '../lib/use-now.ts'

/** `3 minutes ago`, kept up to date, with the full date as its tooltip. */
export function RelativeTime({ time }: { time: string }) {
  const now = useNow(30_000)
  return (
    <time dateTime={time} title={formatDateTime(time)} className="muted">
      {formatRelative(time, now)}
    </time>
  )
}
