/** Splits a --jq expression into tokens. */
import { CliError } from '../errors.ts'

export interface Token {
  readonly kind: 'field' | 'name' | 'text' | 'number' | 'symbol'
  readonly value: string
  /** Position in the expression, for errors. */
  readonly at: number
}

const patterns: readonly (readonly [Token['kind'], RegExp])[] = [
  ['field', /\.[A-Za-z_]\w*/y],
  ['text', /"(?:[^"\\]|\\.)*"/y],
  ['number', /\d+(?:\.\d+)?/y],
  ['name', /@?[A-Za-z_]\w*/y],
  ['symbol', /\/\/|==|!=|<=|>=|[.|,()[\]{}:;?<>+-]/y],
]

export function tokensOf(expression: string): Token[] {
  const tokens: Token[] = []
  for (let at = 0; ;) {
    at += /^\s*/.exec(expression.slice(at))?.[0].length ?? 0
    if (at >= expression.length) return tokens
    const token = tokenAt(expression, at) ?? unexpected(expression.charAt(at), at)
    tokens.push(token)
    at += token.value.length
  }
}

function tokenAt(expression: string, at: number): Token | undefined {
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = at
    const [value] = pattern.exec(expression) ?? []
    if (value !== undefined) return { kind, value, at }
  }
  return undefined
}

export function unexpected(found: string, at: number): never {
  throw new CliError(
    'usage',
    `--jq: unexpected ${found === '' ? 'end' : `"${found}"`} at position ${at + 1}.`,
    'See "Filters" in docs/cli.md for the supported syntax.',
  )
}
