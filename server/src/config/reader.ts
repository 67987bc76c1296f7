/** Reads typed values from the environment. An invalid value is an error that names the setting and its form. */
import { checkAmount, isCurrency, parseMoney, type ParseMoneyOptions } from 'souk-contract'

export class ConfigError extends Error {}

export type Environment = Record<string, string | undefined>

export type ConfigReader = ReturnType<typeof createConfigReader>

export function createConfigReader(environment: Environment) {
  const text = (name: string) => environment[name]?.trim() || undefined
  const refuse = (name: string, expected: string): never => {
    throw new ConfigError(`${name} must be ${expected}. Correct it or remove it, then start again.`)
  }
  const url = (name: string, protocols: readonly string[]) => {
    const value = text(name)
    if (value === undefined) return undefined
    const valid = URL.canParse(value) && protocols.includes(new URL(value).protocol)
    return valid
      ? value
      : refuse(name, `a URL that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`)
  }
  return {
    text,
    url,
    matching: (name: string, pattern: RegExp, expected: string) => {
      const value = text(name)
      return value === undefined || pattern.test(value) ? value : refuse(name, expected)
    },
    list: (name: string) =>
      text(name)
        ?.split(',')
        .map((item) => item.trim())
        .filter(Boolean) ?? [],
    integer: (name: string, range: { default: number; min: number; max: number }) => {
      const value = text(name)
      if (value === undefined) return range.default
      const number = Number(value)
      const valid = Number.isInteger(number) && number >= range.min && number <= range.max
      return valid ? number : refuse(name, `an integer from ${range.min} to ${range.max}`)
    },
    money: (name: string, currency: string) => {
      const value = text(name)
      return value === undefined ? undefined : amountIn(value, { field: name, currency })
    },
    currency: (name: string) => {
      const value = text(name)
      return value === undefined || isCurrency(value)
        ? value
        : refuse(name, 'a supported currency code such as USD, see docs/payments.md#currencies')
    },
    oneOf: <Word extends string>(name: string, allowed: readonly Word[]): Word | undefined => {
      const value = text(name)
      if (value === undefined) return undefined
      return allowed.find((word) => word === value) ?? refuse(name, `one of ${allowed.join(', ')}`)
    },
    origin: (name: string) => {
      const value = url(name, ['http:', 'https:'])
      if (value === undefined) return undefined
      const parsed = new URL(value)
      const bare = parsed.pathname === '/' && parsed.search === '' && parsed.hash === ''
      return bare ? parsed.origin : refuse(name, 'an origin without a path, such as https://souk.example.com')
    },
  }
}

/** Minor units of an amount in units of the currency. */
function amountIn(text: string, options: ParseMoneyOptions): number {
  const parsed = parseMoney(text, options)
  if ('problem' in parsed) throw new ConfigError(`${parsed.problem} ${parsed.hint} Then start again.`)
  const refused = checkAmount(options.field, { ...parsed, currency: options.currency }, 'internal')
  if (refused === undefined) return parsed.amount
  throw new ConfigError(`${refused.problem} Correct it or remove it, then start again.`)
}
