/** Decides whether leased notification emails are sent, right before sending, and writes their content. */
import type { MailFacts, MailOutcome } from '../db/tables/mail-tables.ts'
import type { Tx } from '../db/transact.ts'
import type { Id } from '../lib/ids.ts'
import { amountIn } from '../mails/texts/amount-in.ts'
import { quotedName } from '../mails/texts/names.ts'
import { finishMail } from '../mails/queries.ts'
import { shortTimeIn, timeIn } from '../mails/texts/time-in.ts'
import { checkMails, queueDigest, saveFacts, type MailCheck } from './decide-queries.ts'
import { actorName, changeText, describeNotice } from './describe.ts'
import type { NoticeRow } from './facts.ts'
import { senderShareOf, uncappedTopics } from './mail-rules.ts'
import { noticesByNumber } from './queries.ts'
import { texts } from './texts.ts'

interface DecidedMail {
  readonly id: Id<'mail'>
  readonly recipient: string
  readonly facts: MailFacts
}

/** Mails to send, with their content. The others are finished: seen, unwanted, no longer allowed, or over a daily limit. */
export async function decideMails(tx: Tx, ids: readonly string[]): Promise<DecidedMail[]> {
  if (ids.length === 0) return []
  const checks = await checkMails(tx, ids)
  const notices = await noticesByNumber(
    tx,
    checks.flatMap(({ events }) => events),
  )
  const decided: DecidedMail[] = []
  for (const check of checks) {
    const own = notices.filter(({ number }) => check.events.includes(String(number)))
    const outcome = outcomeOf(check, tx.settings.mailsPerDay)
    if (outcome === undefined) {
      const mail = { recipient: check.email, facts: factsOf(check, own) }
      await saveFacts(tx, check.id, mail)
      decided.push({ id: check.id, ...mail })
    } else {
      await finishMail(tx, check.id, outcome)
      if (outcome === 'capped') await queueDigest(tx, check)
    }
  }
  return decided
}

/** Undefined: the mail is sent. */
function outcomeOf(check: MailCheck, perDay: number): MailOutcome | undefined {
  const { topic, verified, wanted, events, withheld, allowance, sent, sentOfSender } = check
  const left = topic === 'digest' ? withheld : events.length
  if (!verified || !wanted || left === 0) return 'skipped'
  if (uncappedTopics.includes(topic)) return undefined
  return sent >= perDay || sentOfSender >= senderShareOf(allowance, perDay) ? 'capped' : undefined
}

const conversationsMax = 5
const resultsMax = 5

function factsOf(check: MailCheck, notices: readonly NoticeRow[]): MailFacts {
  const { locale, topic, time_zone: timeZone } = check
  if (topic === 'digest') return { locale, topic, count: String(check.withheld) }
  const [newest] = notices
  if (newest === undefined) return { locale, topic }
  const described = describeNotice(newest, locale)
  const { deadline, amount, step, title, href } = described
  const results = newest.results.slice(0, resultsMax).map((name) => quotedName(name, locale, 60))
  const others = [
    ...notices.slice(1, conversationsMax).map((notice) => sentenceOf(notice, check)),
    ...results,
  ]
  return {
    locale,
    topic,
    change: sentenceOf(newest, check),
    title: title === undefined ? '' : quotedName(title, locale, 60),
    amount: amount === undefined ? '' : amountIn(amount, locale),
    nextStep: step === undefined ? '' : texts[locale].steps[step],
    step: step ?? '',
    handle: newest.handle,
    deadline: deadline === undefined ? '' : timeIn(deadline, locale, timeZone),
    shortDeadline: deadline === undefined ? '' : shortTimeIn(deadline, locale, timeZone),
    others: [...new Set(others)].join('\n'),
    count: String(notices.length),
    href: topic === 'message' && notices.length > 1 ? `/as/${newest.handle}/notifications` : href,
  }
}

function sentenceOf(notice: NoticeRow, { locale }: MailCheck): string {
  const { actor, change } = describeNotice(notice, locale)
  const name = actorName(locale, actor)
  return changeText(locale, change, actor.kind === 'agent' ? quotedName(name, locale) : name)
}
