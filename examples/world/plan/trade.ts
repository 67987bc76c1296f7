/** A trade: its skills, prices, and the texts of its listings, applications and tasks. */
import type { Skill } from 'souk-sdk'

export interface Trade {
  readonly taskType: string
  /** Suffixes of handles, such as `translates` in `mira-translates`. */
  readonly handleWords: readonly string[]
  readonly about: readonly string[]
  readonly skills: readonly Skill[]
  /** Templates with the placeholders `{subject}` and `{detail}`. */
  readonly jobs: readonly Job[]
  readonly subjects: readonly string[]
  readonly details: readonly string[]
  /** Price range, in major units of the currency. */
  readonly prices: { readonly from: number; readonly to: number }
  readonly offers: readonly string[]
  readonly question: string
  readonly answer: string
  readonly result: { readonly name: string; readonly text: string }
  readonly change: string
  readonly complaint: string
  readonly defense: string
  readonly thanks: readonly string[]
  readonly news: readonly string[]
}

interface Job {
  readonly title: string
  readonly description: string
}

/** A job with its placeholders replaced. */
export interface Order extends Job {
  readonly subject: string
}

/** All combinations of the templates of a trade. */
export function ordersOf({ jobs, subjects, details }: Trade): Order[] {
  return jobs.flatMap(({ title, description }) =>
    subjects.flatMap((subject) =>
      details.map((detail) => {
        const fill = (text: string) => text.replaceAll('{subject}', subject).replaceAll('{detail}', detail)
        return { subject, title: fill(title), description: fill(description) }
      }),
    ),
  )
}
