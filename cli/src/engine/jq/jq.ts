/** Compiles a --jq expression, a documented subset of jq, into a filter. */
import { findFunction, type Filter } from './functions.ts'
import { readTokens, type TokenReader } from './token-reader.ts'
import { unexpected, type Token } from './tokens.ts'
import { compare, difference, fieldOf, isTrue, itemAt, itemsIn, listOf, sum, textFrom } from './values.ts'

/** Returns the results of the expression for a value. A bad expression throws a usage error before it runs. */
export function compileFilter(expression: string): Filter {
  const reader = readTokens(expression)
  const filter = pipe(reader)
  return reader.peek() === undefined ? filter : reader.fail()
}

type Parse = (reader: TokenReader) => Filter
type Operators = Readonly<Record<string, (left: unknown, right: unknown) => unknown>>

/** Binary operators, those that bind most tightly first. */
const levels: readonly Operators[] = [
  { '+': sum, '-': difference },
  {
    '==': (left, right) => compare(left, right) === 0,
    '!=': (left, right) => compare(left, right) !== 0,
    '<': (left, right) => compare(left, right) < 0,
    '<=': (left, right) => compare(left, right) <= 0,
    '>': (left, right) => compare(left, right) > 0,
    '>=': (left, right) => compare(left, right) >= 0,
  },
  { and: (left, right) => isTrue(left) && isTrue(right) },
  { or: (left, right) => isTrue(left) || isTrue(right) },
]

function pipe(reader: TokenReader): Filter {
  const first = comma(reader)
  if (!reader.accept('|')) return first
  const rest = pipe(reader)
  return (input) => first(input).flatMap((value) => rest(value))
}

function comma(reader: TokenReader): Filter {
  const filters = [alternative(reader)]
  while (reader.accept(',')) filters.push(alternative(reader))
  return (input) => filters.flatMap((filter) => filter(input))
}

function alternative(reader: TokenReader): Filter {
  const first = binary(reader)
  if (!reader.accept('//')) return first
  const fallback = alternative(reader)
  return (input) => {
    const found = first(input).filter(isTrue)
    return found.length > 0 ? found : fallback(input)
  }
}

const binary: Parse = levels.reduce<Parse>(
  (inner, operators) => (reader) => {
    let left = inner(reader)
    for (let name = operatorIn(reader, operators); name !== undefined; name = operatorIn(reader, operators)) {
      reader.next()
      left = combine(left, operators[name], inner(reader))
    }
    return left
  },
  (reader) => term(reader),
)

function operatorIn(reader: TokenReader, operators: Operators): string | undefined {
  return Object.keys(operators).find((name) => reader.isNext(name))
}

/** Applies an operator to every combination of the results of both sides. */
function combine(left: Filter, operator: Operators[string] | undefined, right: Filter): Filter {
  return (input) => left(input).flatMap((first) => right(input).map((second) => operator?.(first, second)))
}

/** A value and what follows it: fields, brackets and `?`. */
function term(reader: TokenReader): Filter {
  let filter = primary(reader)
  for (;;) {
    const before = filter
    if (reader.peek()?.kind === 'field') {
      const name = reader.next().value.slice(1)
      filter = (input) => before(input).map((value) => fieldOf(value, name))
    } else if (reader.accept('[')) filter = bracket(reader, before)
    else if (reader.accept('.')) {
      reader.expect('[')
      filter = bracket(reader, before)
    } else if (reader.accept('?')) filter = tolerant(before)
    else return filter
  }
}

/** Parses after `[`: `]`, an index or a slice. */
function bracket(reader: TokenReader, before: Filter): Filter {
  if (reader.accept(']')) return (input) => before(input).flatMap(itemsIn)
  const from = reader.isNext(':') ? constant(undefined) : pipe(reader)
  if (reader.accept(']'))
    return (input) => before(input).flatMap((value) => from(input).map((at) => itemAt(value, at)))
  reader.expect(':')
  const to = reader.isNext(']') ? constant(undefined) : pipe(reader)
  reader.expect(']')
  return (input) => before(input).map((value) => slice(value, from(input)[0], to(input)[0]))
}

function primary(reader: TokenReader): Filter {
  if (reader.accept('(')) return closing(reader, ')')
  if (reader.accept('{')) return objectFilter(reader)
  if (reader.accept('[')) {
    if (reader.accept(']')) return constant([])
    const items = closing(reader, ']')
    return (input) => [[...items(input)]]
  }
  const isNegative = reader.accept('-')
  const token = reader.next()
  if (token.kind === 'number') return constant(Number(token.value) * (isNegative ? -1 : 1))
  if (isNegative) unexpected(token.value, token.at)
  if (token.kind === 'field') return (input) => [fieldOf(input, token.value.slice(1))]
  if (token.kind === 'text') return constant(JSON.parse(token.value))
  if (token.kind === 'name') return named(reader, token)
  return token.value === '.' ? afterDot(reader) : unexpected(token.value, token.at)
}

/** The input itself, or its field in `."a b"`. */
function afterDot(reader: TokenReader): Filter {
  if (reader.peek()?.kind !== 'text') return (input) => [input]
  const name = String(JSON.parse(reader.next().value))
  return (input) => [fieldOf(input, name)]
}

function closing(reader: TokenReader, symbol: string): Filter {
  const filter = pipe(reader)
  reader.expect(symbol)
  return filter
}

function named(reader: TokenReader, { value: name, at }: Token): Filter {
  if (name === 'null' || name === 'true' || name === 'false') return constant(JSON.parse(name))
  const found = findFunction(name) ?? unexpected(name, at)
  const args: Filter[] = []
  if (reader.accept('(')) {
    do args.push(pipe(reader))
    while (reader.accept(';'))
    reader.expect(')')
  }
  // The first parameter is the input.
  if (args.length < found.length - 1) unexpected(name, at)
  return (input) => found(input, ...args)
}

/** `{id, price: .terms.price, "a b": 1, (.key): .value}` */
function objectFilter(reader: TokenReader): Filter {
  const fields: (readonly [Filter, Filter])[] = []
  while (!reader.accept('}')) {
    if (fields.length > 0) reader.expect(',')
    const key = reader.accept('(') ? closing(reader, ')') : constant(labelIn(reader.next()))
    const ownValue: Filter = (input) => [fieldOf(input, textFrom(key(input)[0]))]
    fields.push([key, reader.accept(':') ? alternative(reader) : ownValue])
  }
  return (input) =>
    fields.reduce<readonly object[]>(
      (made, [key, value]) =>
        made.flatMap((object) =>
          value(input).map((item) => ({ ...object, [textFrom(key(input)[0])]: item })),
        ),
      [{}],
    )
}

function labelIn({ kind, value, at }: Token): string {
  if (kind === 'text') return String(JSON.parse(value))
  return kind === 'name' ? value : unexpected(value, at)
}

function constant(value: unknown): Filter {
  return () => [value]
}

/** Drops errors of the filter, as `?` does. */
function tolerant(filter: Filter): Filter {
  return (input) => {
    try {
      return filter(input)
    } catch {
      return []
    }
  }
}

function slice(value: unknown, from: unknown, to: unknown): unknown {
  const start = typeof from === 'number' ? from : undefined
  const end = typeof to === 'number' ? to : undefined
  return typeof value === 'string' ? value.slice(start, end) : listOf(value).slice(start, end)
}
