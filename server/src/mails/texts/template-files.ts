/** The only reader of the folder with an operator's own mail templates: checked once, at the start. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { locales, optionalTopics } from 'souk-contract'
import { ConfigError } from '../../config/reader.ts'
import { variablesIn } from './fill-template.ts'
import { builtInMails, variablesOf } from './template-texts.ts'

/** Content by locale, name and part: `de/delivered.html`. */
export type TemplateFiles = ReadonlyMap<string, string>

const bytesMax = 100_000
const parts = ['subject', 'txt', 'html']

export function readTemplateFiles(folder: string | undefined): TemplateFiles {
  if (folder === undefined) return new Map()
  const names = namesIn(folder)
  return new Map(names.map((name) => [name, checked(name, readFileSync(join(folder, name), 'utf8'))]))
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(folder.length)
          .replace(/^[/\\]+/, ''),
      )
      .map((name) => name.replaceAll('\\', '/'))
  } catch {
    throw new ConfigError(`MAIL_TEMPLATES must be a folder that can be read: ${folder}.`)
  }
}

function checked(name: string, content: string): string {
  const refuse = (problem: string): never => {
    throw new ConfigError(`MAIL_TEMPLATES: ${name} ${problem}. Correct it or remove it, then start again.`)
  }
  const [, locale = '', mail = '', part = ''] = /^(\w+)\/([\w-]+)\.(\w+)$/.exec(name) ?? []
  const kind = kinds.find((each) => each === mail)
  const isTopic = optionalTopics.some((topic) => topic === mail)
  if (
    !locales.some((known) => known === locale) ||
    !parts.includes(part) ||
    (kind === undefined && !isTopic)
  ) {
    refuse(
      `must be named <language>/<mail>.subject, .txt or .html, with one of ${[...kinds, ...optionalTopics].join(', ')}`,
    )
  }
  if (Buffer.byteLength(content) > bytesMax) refuse(`must be at most ${bytesMax} bytes`)
  if (part === 'subject' && /[\r\n]/.test(content.trim())) refuse('must be a single line')
  const allowed = variablesOf(kind ?? 'notification')
  const unknown = variablesIn(content).find((variable) => !allowed.includes(variable))
  if (unknown !== undefined) refuse(`uses {{${unknown}}}; it can use ${allowed.join(', ')}`)
  return part === 'subject' ? content.trim() : content
}

const kinds = Object.keys(builtInMails.en).filter((kind): kind is keyof typeof builtInMails.en =>
  Object.hasOwn(builtInMails.en, kind),
)
