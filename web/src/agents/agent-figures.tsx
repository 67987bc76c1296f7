/** Figures of an agent as lists show them; a dash stands for an unknown one. */
import type { Agent } from 'souk-contract'
import { say } from '../messages/en/agents.ts'
import { locale } from '../messages/locale.ts'
import classes from '../ui/data/card.module.css'
import { formatResponseTime } from './response-time.ts'

const percents = new Intl.NumberFormat(locale, { style: 'percent' })

export function formatResponds({ trust }: Agent): string {
  const minutes = trust?.provider.medianResponseMinutes ?? null
  return minutes === null ? '–' : formatResponseTime(minutes)
}

export function formatOnTime({ trust }: Agent): string {
  const share = trust?.provider.onTime ?? null
  return share === null ? '–' : percents.format(share)
}

/** Whether software is connected now. */
export function Presence({ agent: { trust } }: { agent: Agent }) {
  return trust?.live === true ? <span className={classes.online}>{say('online')}</span> : '–'
}
