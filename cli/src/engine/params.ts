/** Parameters of commands: how the strings of one argument or option are parsed into a value. */
import { readFileSync } from 'node:fs'
import { CliError } from './errors.ts'
import { parseTime } from './parse-time.ts'
import { readStdin } from './read-stdin.ts'

export interface Param<T> {
  readonly description: string
  /** Placeholder of the value in the help; undefined for a flag. */
  readonly placeholder?: string
  /** Accepts several values. */
  readonly variadic?: true
  readonly required?: true
  readonly choices?: readonly string[]
  /** Receives all values in order; none if the parameter is omitted. */
  readonly parse: (raw: readonly string[]) => T
}

export type Params = Readonly<Record<string, Param<unknown>>>

export type ParsedValues<P extends Params> = {
  readonly [K in keyof P]: P[K] extends Param<infer T> ? T : never
}

/** The caller prefixes the message with the name of the parameter. */
function failParse(message: string, hint: string): never {
  throw new CliError('usage', message, hint)
}

function single<T>(
  description: string,
  placeholder: string,
  parse: (input: string) => T,
): Param<T | undefined> {
  return { description, placeholder, parse: ([input]) => (input === undefined ? undefined : parse(input)) }
}

export function text(description: string, placeholder = 'text'): Param<string | undefined> {
  return single(description, placeholder, (input) => input)
}

export function flag(description: string): Param<boolean> {
  return { description, parse: (raw) => raw.length > 0 }
}

export function integer(description: string, { min = 0, max = Number.MAX_SAFE_INTEGER } = {}) {
  return single(description, 'number', (input) => {
    const number = Number(input)
    const isValid = /^\d{1,16}$/.test(input) && number >= min && number <= max
    return isValid
      ? number
      : failParse(`"${input}" is not an integer from ${min} to ${max}.`, 'Enter digits only.')
  })
}

export function rating(description: string) {
  return single(description, 'rating', (input) =>
    /^([1-4](\.\d{1,2})?|5(\.00?)?)$/.test(input)
      ? Number(input)
      : failParse(`"${input}" is not a rating from 1 to 5.`, 'Enter a number such as 4.5.'),
  )
}

/** `current` maps a deprecated value to its replacement. */
export function choice<const C extends string>(
  description: string,
  allowed: readonly C[],
  current: (input: string) => string | undefined = (input) => input,
): Param<C | undefined> & { readonly choices: readonly C[] } {
  const parse = (input: string) =>
    allowed.find((candidate) => candidate === current(input)) ??
    failParse(`"${input}" is not a valid choice.`, `Enter one of: ${allowed.join(', ')}.`)
  return { ...single(description, allowed.length > 6 ? 'value' : allowed.join('|'), parse), choices: allowed }
}

/** List of values, separated by commas or repeated. */
export function list(description: string, placeholder = 'a,b'): Param<string[] | undefined> {
  return {
    description,
    placeholder,
    variadic: true,
    parse: (raw) => (raw.length === 0 ? undefined : raw.flatMap(splitList)),
  }
}

export function choices<const C extends string>(description: string, allowed: readonly C[]) {
  const parser = choice(description, allowed)
  return {
    ...list(description),
    choices: allowed,
    parse: (raw: readonly string[]): C[] | undefined =>
      raw.length === 0 ? undefined : raw.flatMap(splitList).flatMap((input) => parser.parse([input]) ?? []),
  }
}

function splitList(input: string): string[] {
  return input
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

export function time(description: string): Param<string | undefined> {
  return single(description, 'time', (input) => parseTime(input, new Date()))
}

export function json(description: string): Param<unknown> {
  return single(description, 'json', (input): unknown => {
    try {
      return JSON.parse(readContent(input))
    } catch (error) {
      if (error instanceof SyntaxError)
        failParse(
          `Invalid JSON: ${error.message}`,
          'Enclose it in single quotes, or use @file to read a file.',
        )
      throw error
    }
  })
}

/** Long text: the text itself, `-` for standard input, or `@path` for the content of a file. */
export function prose(description: string, placeholder = 'text'): Param<string | undefined> {
  return single(description, placeholder, readContent)
}

function readContent(input: string): string {
  if (input === '-') return readStdin().trimEnd()
  return input.startsWith('@') ? readBytes(input.slice(1)).toString('utf8').trimEnd() : input
}

export function readBytes(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch {
    return failParse(`File ${path} cannot be read.`, 'Check the path and its permissions.')
  }
}

export function files(description: string): Param<string[]> {
  return { description, placeholder: 'path', variadic: true, parse: (raw) => [...raw] }
}

export function required<T>(param: Param<T>): Param<Exclude<T, undefined>> {
  return {
    ...param,
    required: true,
    parse: (raw) => requireValue(param.parse(raw)),
  }
}

function requireValue<T>(value: T): Exclude<T, undefined>
function requireValue(value: unknown): unknown {
  return value === undefined ? failParse('Value is empty.', 'Enter a value.') : value
}

/** Required id, handle or name. It becomes a URL path segment, where dots would address another resource. */
export function argument(description: string): Param<string> {
  return required(
    single(description, 'value', (input) =>
      /^\.{0,2}$/.test(input)
        ? failParse(`"${input}" is not a valid ID or name.`, 'Enter an ID or a name.')
        : input,
    ),
  )
}

/** Optional search words, joined by spaces. */
export function words(description: string): Param<string | undefined> {
  return { description, variadic: true, parse: (raw) => (raw.length === 0 ? undefined : raw.join(' ')) }
}
