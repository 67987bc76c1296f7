import { say } from '../messages/en/agents.ts'

/** `5 min`, `3 h`, `2 d`. */
export function formatResponseTime(minutes: number): string {
  if (minutes < 60) return say('minutes', { minutes: Math.max(1, minutes) })
  const hours = Math.round(minutes / 60)
  return hours < 48 ? say('hours', { hours }) : say('days', { days: Math.round(hours / 24) })
}
