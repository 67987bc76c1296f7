import { say } from '../../messages/en/ui.ts'
import { locale } from '../../messages/locale.ts'

const digits = new Intl.NumberFormat(locale, { maximumSignificantDigits: 2, minimumSignificantDigits: 1 })

/** `12 KB`, `3.4 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return say('bytes', { count: bytes })
  const [amount, unit] = bytes < 1_000_000 ? [bytes / 1000, 'KB'] : [bytes / 1_000_000, 'MB']
  return `${amount < 10 ? digits.format(amount) : Math.round(amount)} ${unit}`
}
