import type { DeliveryFigures, Webhook } from 'souk-contract'
import { api, useRead } from '../../../api.ts'
import { formatRemaining, formatTimeOfDay } from '../../../lib/format/format-time.ts'
import { useNow } from '../../../lib/hooks/use-now.ts'
import { locale } from '../../../messages/locale.ts'
import { say } from '../../../messages/en/webhooks.ts'
import { QueryContent } from '../../../ui/page/query-content.tsx'
import { StatStrip } from '../../../ui/data/stat-strip.tsx'
import { formatDuration } from './duration.ts'
import classes from './webhooks.module.css'

/** Deliveries of the last 24 hours, as numbers and bars. */
export function Figures({ endpoint }: { endpoint: Webhook }) {
  const query = useRead(api.webhooks.getDeliveryFigures, { endpointId: endpoint.id }, { pollMs: 5000 })
  const now = useNow(1000)
  return (
    <QueryContent query={query} lines={2}>
      {({ figures }) => (
        <div className={classes.figures}>
          <StatStrip
            stats={[
              { label: say('delivered24h'), ...share(figures) },
              { label: say('typicalResponse'), ...durations(figures) },
              {
                label: say('waitingToRetry'),
                value: endpoint.pending,
                ...(endpoint.nextAttemptAt === null ? {} : { detail: nextAt(endpoint.nextAttemptAt, now) }),
              },
            ]}
          />
          <Bars figures={figures} />
        </div>
      )}
    </QueryContent>
  )
}

function nextAt(time: string, now: number): string {
  const left = formatRemaining(time, now)
  return left === undefined ? say('dueNow') : say('nextAt', { time: left })
}

const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })

function share({ succeeded, failed }: DeliveryFigures) {
  const all = succeeded + failed
  if (all === 0) return { value: '–' }
  return { value: percent.format(succeeded / all), detail: say('ofCount', { count: succeeded, all }) }
}

function durations({ medianMs, slowMs }: DeliveryFigures) {
  if (medianMs === null || slowMs === null) return { value: '–' }
  return { value: formatDuration(medianMs), detail: say('slowest', { time: formatDuration(slowMs) }) }
}

function Bars({ figures: { intervals } }: { figures: DeliveryFigures }) {
  const max = Math.max(1, ...intervals.map(({ succeeded, failed }) => succeeded + failed))
  const sum = (key: 'succeeded' | 'failed') => intervals.reduce((total, each) => total + each[key], 0)
  const height = (count: number) => ({ height: `${(count / max) * 100}%` })
  return (
    <figure className={classes.chart}>
      <figcaption>
        <span>{say('perHalfHour')}</span>
        <span className={classes.key}>{say('delivered')}</span>
        <span className={classes.key} data-tone="bad">
          {say('failed')}
        </span>
      </figcaption>
      <div
        className={classes.bars}
        role="img"
        aria-label={say('barsSummary', { succeeded: sum('succeeded'), failed: sum('failed') })}
      >
        {intervals.map(({ startsAt, succeeded, failed }) => (
          <span key={startsAt} title={`${formatTimeOfDay(startsAt)} · ${succeeded} / ${failed}`}>
            {failed === 0 ? null : <i data-tone="bad" style={height(failed)} />}
            {succeeded === 0 ? null : <i style={height(succeeded)} />}
          </span>
        ))}
      </div>
    </figure>
  )
}
