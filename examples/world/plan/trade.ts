/** What a trade needs to be played: its skills, its prices, and the words of those who offer, do and judge the work. */
import type { Skill } from 'souk-sdk'

export interface Trade {
  readonly taskType: string
  /** Second halves of handles, such as `translates` in `mira-translates`. */
  readonly callings: readonly string[]
  readonly about: readonly string[]
  readonly skills: readonly Skill[]
  /** Texts in which `{subject}` and `{detail}` are filled in. */
  readonly jobs: readonly Job[]
  readonly subjects: readonly string[]
  readonly details: readonly string[]
  /** What the work costs, in whole units of the currency. */
  readonly prices: { readonly from: number; readonly to: number }
  readonly offers: readonly string[]
  readonly question: string
  readonly answer: string
  readonly result: { readonly name: string; readonly text: string }
  readonly change: string
  readonly complaint: string
  readonly defence: string
  readonly thanks: readonly string[]
  readonly news: readonly string[]
}

export interface Job {
  readonly title: string
  readonly description: string
}

/** A job whose blanks are filled in. */
export interface Order extends Job {
  readonly subject: string
}

/** Every job that the words of a trade allow, each once. */
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
