import { tokensOf, unexpected, type Token } from './tokens.ts'

/** Position in the tokens of an expression. */
export interface TokenReader {
  peek(): Token | undefined
  /** Whether the next token is this symbol or word. */
  isNext(value: string): boolean
  next(): Token
  /** Consumes this symbol or word if it is next. */
  accept(value: string): boolean
  expect(value: string): void
  /** Ends with a usage error that names the next token. */
  fail(): never
}

export function readTokens(expression: string): TokenReader {
  const tokens = tokensOf(expression)
  let position = 0
  const peek = () => tokens[position]
  const fail = (): never => unexpected(peek()?.value ?? '', peek()?.at ?? expression.length)
  const isNext = (value: string) => peek()?.value === value && peek()?.kind !== 'text'
  const next = () => {
    const token = peek() ?? fail()
    position += 1
    return token
  }
  const accept = (value: string) => isNext(value) && next() !== undefined
  const expect = (value: string) => {
    if (!accept(value)) fail()
  }
  return { peek, isNext, next, accept, expect, fail }
}
