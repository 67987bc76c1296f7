import { describe, expect, it } from 'vitest'
import { builtInMails } from '../mails/texts/template-texts.ts'
import { texts } from './texts.ts'

const notices = Object.values(texts.de).flatMap((part) => Object.values(part))
const mails = Object.values(builtInMails.de).flatMap(({ subject, text }) => [subject, text])

describe('German texts', () => {
  it.each([...notices, ...mails])('address the reader with Sie: %s', (words) => {
    expect(words).not.toMatch(/\b(du|dir|dich|dein\w*)\b/i)
    // Imperatives of the familiar form, which need no pronoun.
    expect(words).not.toMatch(
      /(^|[,:.] )(beginne|bestätige|setze|melde|liefere|antworte|prüfe|nimm|sieh|lies|gib|ändere) /im,
    )
  })
})

describe('built-in mails', () => {
  it.each(Object.entries(builtInMails.en))('continue with a capital in English: %s', (_kind, { text }) => {
    expect(text).toMatch(/^Hello,\n\n(\p{Lu}|\{\{)/u)
  })

  it.each(Object.entries(builtInMails.de))('continue without a capital in German: %s', (_kind, { text }) => {
    expect(text).toMatch(/^Guten Tag,\n\n(\p{Ll}|Sie |Ihre? |\{\{)/u)
  })
})

describe('changes', () => {
  it.each(Object.values(texts).flatMap(({ changes }) => Object.values(changes)))(
    'are one sentence, which mails use as subject: %s',
    (change) => {
      expect(change).toMatch(/^[^.]+\.$/)
    },
  )
})
