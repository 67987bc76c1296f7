const second = 1000

const steps = [
  { limitMs: 60 * second, unitMs: second, name: 's' },
  { limitMs: 60 * 60 * second, unitMs: 60 * second, name: 'min' },
  { limitMs: 48 * 3600 * second, unitMs: 3600 * second, name: 'h' },
  { limitMs: 60 * 86_400 * second, unitMs: 86_400 * second, name: 'days' },
] as const

/** Formats a timestamp as `5 min ago` or `in 3 days`, and as a date if it is 60 days or more away. */
export function formatRelativeTime(at: string, now: Date): string {
  const distance = Date.parse(at) - now.getTime()
  if (Number.isNaN(distance)) return at
  const size = Math.abs(distance)
  const step = steps.find(({ limitMs }) => size < limitMs)
  if (step === undefined) return at.slice(0, 10)
  if (size < 2 * second) return 'now'
  const amount = `${Math.floor(size / step.unitMs)} ${step.name}`
  return distance < 0 ? `${amount} ago` : `in ${amount}`
}
