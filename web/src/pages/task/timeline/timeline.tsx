import { ChevronDown, Clock, History } from 'lucide-react'
import { Fragment, useState } from 'react'
import type { Market, Task } from 'souk-contract'
import { formatMoney } from '../../../lib/format/format-money.ts'
import { dayOf } from '../../../lib/format/format-recent.ts'
import { formatDateTime, formatDeadline } from '../../../lib/format/format-time.ts'
import { sentenceCase } from '../../../lib/format/sentence-case.ts'
import { useNow } from '../../../lib/hooks/use-now.ts'
import { displayNameOf } from '../../../ui/people/party.tsx'
import { actionTexts } from '../actions/action-texts.ts'
import { entriesOf, type Entry } from './entries.ts'
import { EntryView, moneyTexts } from './entry-view.tsx'
import { foldEntries } from './fold-entries.ts'
import { useSeenUpTo } from '../seen.ts'
import { say } from '../../../messages/en/timeline.ts'
import classes from './timeline.module.css'

interface TimelineProps {
  readonly task: Task
  readonly market: Market
  readonly otherName: string
}

/** Everything that happened, oldest first, and what the next deadline does. Entries seen before are folded. */
export function Timeline({ task, market, otherName }: TimelineProps) {
  const now = useNow(60_000)
  const entries = entriesOf(task)
  const seenUpTo = useSeenUpTo(task.id, entries.at(-1)?.at)
  const [unfolds, setUnfolds] = useState(false)
  const { brief, earlier, shown, firstNew } = foldEntries(entries, {
    seenUpTo,
    role: market.role,
    hasBrief: market.brief !== undefined,
  })
  const visible = unfolds ? entries : [...brief, ...shown]
  const isFolded = earlier.length > 0 && !unfolds
  return (
    <ol className={classes.timeline} aria-label={say('activity')}>
      {visible.map((entry, index) => {
        const day = dayOf(entry.at, now)
        const before = visible[index - 1]
        const beginsDay = before === undefined ? isFolded : dayOf(before.at, now) !== day
        return (
          <Fragment key={entry.key}>
            {isFolded && index === brief.length ? (
              <Earlier entries={earlier} market={market} onUnfold={() => setUnfolds(true)} />
            ) : null}
            {beginsDay ? <li className={classes.day}>{day}</li> : null}
            {entry === firstNew && seenUpTo !== undefined ? (
              <li className={classes.new}>{say('newSince', { time: formatDateTime(seenUpTo) })}</li>
            ) : null}
            <li>
              <EntryView entry={entry} market={market} otherName={otherName} />
            </li>
          </Fragment>
        )
      })}
      {market.deadlines === undefined ? null : (
        <li>
          <span className={`${classes.dot} ${classes.future}`}>
            <Clock size={13} strokeWidth={1.75} aria-hidden="true" />
          </span>
          <p className={classes.event}>{deadlineSentence(market)}</p>
        </li>
      )}
    </ol>
  )
}

interface EarlierProps {
  readonly entries: readonly Entry[]
  readonly market: Market
  readonly onUnfold: () => void
}

/** One row in place of the entries that were seen before; it says what is in it. */
function Earlier({ entries, market, onUnfold }: EarlierProps) {
  const contents = [...new Set(entries.map((entry) => summaryOf(entry, market)))].join(', ')
  return (
    <li>
      <span className={`${classes.dot} ${classes.future}`}>
        <History size={13} strokeWidth={1.75} aria-hidden="true" />
      </span>
      <button type="button" className={classes.earlier} onClick={onUnfold}>
        <strong>{say('showEarlier', { count: entries.length })}</strong>
        <span>{contents}</span>
        <ChevronDown size={14} strokeWidth={1.75} aria-hidden="true" />
      </button>
    </li>
  )
}

function summaryOf(entry: Entry, { client, provider }: Market): string {
  switch (entry.kind) {
    case 'event':
      return actionTexts[entry.change.action] ?? entry.change.action
    case 'message':
      return entry.action === 'message' ? say('messages') : (actionTexts[entry.action] ?? entry.action)
    case 'delivery':
      return say('delivery', { number: entry.number })
    case 'submission':
      return say('workSoFar')
    case 'money':
      return say(moneyTexts[entry.move], {
        amount: formatMoney(entry.money),
        name: displayNameOf(entry.move === 'paid' ? provider : client),
      })
  }
}

function deadlineSentence({ deadlines, phase }: Market): string {
  if (deadlines === undefined) return ''
  return deadlineText(deadlines.action, phase)(formatDeadline(deadlines.next))
}

function deadlineText(action: string, phase: Market['phase']): (time: string) => string {
  if (phase === 'disputed')
    return action === 'completed'
      ? (time) => say('releasedUnlessResolved', { time })
      : (time) => say('returnedUnlessResolved', { time })
  return outcomes[action] ?? ((time) => `${sentenceCase(action)} ${time}`)
}

const outcomes: Readonly<Record<string, (time: string) => string>> = {
  completed: (time) => say('autoAcceptedUnless', { time }),
  canceled: (time) => say('expiresUnless', { time }),
  failed: (time) => say('autoCanceledUnless', { time }),
  disputed: (time) => say('escalatesUnless', { time }),
}
