import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../config/config.ts'
import { createVault } from '../../lib/secrets.ts'
import { readTemplateFiles } from './template-files.ts'
import { renderMail } from './templates.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'souk-templates-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function write(name: string, content: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  writeFileSync(join(folder, name), content)
}

const mail = {
  id: 'mail_1',
  kind: 'notification',
  recipient: 'ada@example.com',
  facts: { change: '“<b>Ada” delivered.', title: '', href: '/as/ada/money' },
  user_id: 'usr_1',
  topic: 'delivered',
  locale: 'en',
  time_zone: 'UTC',
  token: undefined,
} as const

const render = (policy = readConfig({}).settings.policy) =>
  renderMail(mail, {
    origin: 'https://souk.example.com',
    policy,
    vault: createVault('a secret key of enough length'),
    mailTemplates: readTemplateFiles(folder),
  })

describe('readTemplateFiles', () => {
  it('replaces parts of one topic, escapes values in HTML and drops lines with empty values', () => {
    write('en/delivered.html', '<h1>{{change}}</h1>\n<p>{{title}}</p>\n<a href="{{link}}">Open</a>')
    write('en/notification.subject', 'News: {{change}}\n')
    const { subject, html, text } = render()
    expect(subject).toBe('News: “<b>Ada” delivered.')
    expect(html).toBe(
      '<h1>“&lt;b&gt;Ada” delivered.</h1>\n<a href="https://souk.example.com/as/ada/money">Open</a>',
    )
    expect(text).toContain('Hello,')
  })

  it('offers the name of the marketplace to templates', () => {
    write('en/delivered.txt', '{{market}}: {{change}}')
    const policy = { ...readConfig({}).settings.policy, marketName: 'Bazaar' }
    expect(render(policy)).toMatchObject({ sender: 'Bazaar', text: 'Bazaar: “<b>Ada” delivered.' })
  })

  it.each([
    ['en/delivered.html', '{{password}}', 'uses {{password}}'],
    ['fr/delivered.txt', 'x', 'must be named'],
    ['en/unknown.txt', 'x', 'must be named'],
    ['delivered.txt', 'x', 'must be named'],
    ['en/delivered.subject', 'a\nBcc: b@example.com', 'must be a single line'],
    ['en/delivered.txt', 'x'.repeat(100_001), 'must be at most'],
  ])('refuses %s', (name, content, problem) => {
    write(name, content)
    expect(() => readTemplateFiles(folder)).toThrow(problem)
  })

  it('refuses a folder that does not exist', () => {
    expect(() => readTemplateFiles(join(folder, 'none'))).toThrow('MAIL_TEMPLATES must be a folder')
  })
})
