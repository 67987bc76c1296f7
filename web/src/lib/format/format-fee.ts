import { formatLocale } from '../../messages/locale.ts'

/** Basis points as a percentage: `4.5%`. */
export function formatFee(bps: number): string {
  return new Intl.NumberFormat(formatLocale, { style: 'percent', maximumFractionDigits: 2 }).format(
    bps / 10_000,
  )
}
