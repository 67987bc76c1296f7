import { formatRemaining } from '../../lib/format/format-time.ts'
import { formatLocale } from '../../messages/locale.ts'
import { say } from '../../messages/en/operator-figures.ts'

const percent = new Intl.NumberFormat(formatLocale, { style: 'percent', maximumFractionDigits: 1 })

export function formatPercent(share: number): string {
  return percent.format(share)
}

/** `↑ 38%` or `↓ 12%`. */
export function formatChange(change: number): string {
  return `${change < 0 ? '↓' : '↑'} ${percent.format(Math.abs(change))}`
}

/** A length of time in seconds: `2 d 4 h`, `12 min`. */
export function formatDuration(seconds: number): string {
  if (seconds < 60) return say('underAMinute')
  return formatRemaining(new Date(Math.max(0, seconds) * 1000).toISOString(), 0) ?? '–'
}
