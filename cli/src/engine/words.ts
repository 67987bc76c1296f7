/** What may stand on a command line: how the texts given for one argument or option become a value. */
import { readFileSync } from 'node:fs'
import { Refused } from './refused.ts'
import { timeOf } from './times.ts'

export interface Word<T> {
  readonly does: string
  /** What stands for the value in the help; none for a flag. */
  readonly value?: string
  /** May be given several times. */
  readonly many?: true
  readonly required?: true
  readonly choices?: readonly string[]
  /** Gets all that was given for it, in order; nothing when it was left out. */
  readonly read: (texts: readonly string[]) => T
}

export type Words = Readonly<Record<string, Word<unknown>>>

export type ValuesOf<W extends Words> = { readonly [K in keyof W]: W[K] extends Word<infer T> ? T : never }

/** What every reading may throw; the engine says which word it was. */
function wrong(message: string, hint: string): never {
  throw new Refused('usage', message, hint)
}

function single<T>(does: string, value: string, read: (text: string) => T): Word<T | undefined> {
  return { does, value, read: ([given]) => (given === undefined ? undefined : read(given)) }
}

export function text(does: string, value = 'text'): Word<string | undefined> {
  return single(does, value, (given) => given)
}

export function flag(does: string): Word<boolean> {
  return { does, read: (texts) => texts.length > 0 }
}

export function integer(does: string, { min = 0, max = Number.MAX_SAFE_INTEGER } = {}) {
  return single(does, 'number', (given) => {
    const number = Number(given)
    const valid = /^\d{1,16}$/.test(given) && number >= min && number <= max
    return valid
      ? number
      : wrong(`"${given}" is not a whole number from ${min} to ${max}.`, 'Write digits only.')
  })
}

export function choice<const C extends string>(
  does: string,
  allowed: readonly C[],
): Word<C | undefined> & { readonly choices: readonly C[] } {
  const read = (given: string) =>
    allowed.find((candidate) => candidate === given) ??
    wrong(`"${given}" is none of the choices.`, `Choose one of ${allowed.join(', ')}.`)
  return { ...single(does, allowed.length > 6 ? 'word' : allowed.join('|'), read), choices: allowed }
}

/** Separated by commas, or given several times. */
export function list(does: string, value = 'a,b'): Word<string[] | undefined> {
  return {
    does,
    value,
    many: true,
    read: (texts) => (texts.length === 0 ? undefined : texts.flatMap(splitList)),
  }
}

export function choices<const C extends string>(does: string, allowed: readonly C[]) {
  const one = choice(does, allowed)
  return {
    ...list(does),
    choices: allowed,
    read: (texts: readonly string[]): C[] | undefined =>
      texts.length === 0 ? undefined : texts.flatMap(splitList).flatMap((given) => one.read([given]) ?? []),
  }
}

function splitList(given: string): string[] {
  return given
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

/** A moment in RFC 3339, a day, or a time from now such as `3d`. */
export function time(does: string): Word<string | undefined> {
  return single(does, 'time', (given) => timeOf(given, new Date()))
}

export function json(does: string): Word<unknown> {
  return single(does, 'json', (given): unknown => {
    try {
      return JSON.parse(contentOf(given))
    } catch (error) {
      if (error instanceof SyntaxError)
        wrong(`This is not JSON: ${error.message}`, 'Put it in single quotes, or write @file to read one.')
      throw error
    }
  })
}

/** A text, `-` for standard input, or `@path` for the content of a file. */
export function prose(does: string, value = 'text'): Word<string | undefined> {
  return single(does, value, contentOf)
}

function contentOf(given: string): string {
  if (given === '-') return readFileSync(0, 'utf8').trimEnd()
  return given.startsWith('@') ? readText(given.slice(1)) : given
}

function readText(path: string): string {
  return readBytes(path).toString('utf8').trimEnd()
}

/** The bytes of a file that somebody named. */
export function readBytes(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch {
    return wrong(`The file ${path} cannot be read.`, 'Check the path.')
  }
}

export function files(does: string): Word<string[]> {
  return { does, value: 'path', many: true, read: (texts) => [...texts] }
}

/** The same word, but it has to be there. */
export function required<T>(word: Word<T>): Word<Exclude<T, undefined>> {
  return {
    ...word,
    required: true,
    read: (texts) => present(word.read(texts)),
  }
}

function present<T>(value: T): Exclude<T, undefined>
function present(value: unknown): unknown {
  return value === undefined ? wrong('It is missing.', 'Give a value.') : value
}

/** An id, a handle or another word that has to be there. Dots would lead to another address. */
export function argument(does: string): Word<string> {
  return required(
    single(does, 'word', (given) =>
      /^\.{0,2}$/.test(given) ? wrong(`"${given}" cannot be right.`, 'Give an id or a name.') : given,
    ),
  )
}

export function words(does: string): Word<string | undefined> {
  return { does, many: true, read: (texts) => (texts.length === 0 ? undefined : texts.join(' ')) }
}
