import { topicOf, type Locale, type Notification } from 'souk-contract'
import { actorName, changeText, describeNotice } from '../../notices/describe.ts'
import type { NoticeRow } from '../../notices/facts.ts'
import { texts } from '../../notices/texts.ts'

export function viewNotification(row: NoticeRow, locale: Locale): Notification {
  const { number, kind, at, data, read, subject } = row
  const { actor, change, step, deadline, amount, title, href } = describeNotice(row, locale)
  return {
    id: String(number),
    kind,
    at: at.toISOString(),
    topic: topicOf(kind, data),
    groupKey: subject ?? kind,
    actor,
    ...(title === undefined ? {} : { title }),
    ...(amount === undefined ? {} : { amount }),
    change: changeText(locale, change, actorName(locale, actor)),
    ...(step === undefined ? {} : { step, nextStep: texts[locale].steps[step] }),
    ...(deadline === undefined ? {} : { deadline: deadline.toISOString() }),
    href,
    read,
    data: { ...data },
  }
}
