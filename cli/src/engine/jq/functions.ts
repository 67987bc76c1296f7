/** Functions of --jq by name. Arguments are filters; functions return all their results. */
import { compare, failFilter, isTrue, itemsIn, listOf, sum, textFrom, typeOf } from './values.ts'

export type Filter = (input: unknown) => readonly unknown[]

/** Its named parameters are required. */
type FilterFunction = (input: unknown, ...args: Filter[]) => readonly unknown[]

const identity: Filter = (input) => [input]

/** Takes no arguments and returns one value. */
const plain =
  (change: (input: unknown) => unknown): FilterFunction =>
  (input) => [change(input)]

/** Takes one argument, whose first result it uses. */
const withValue =
  (change: (input: unknown, value: unknown) => unknown): FilterFunction =>
  (input, argument) => [change(input, argument(input)[0])]

const keyOf = (by: Filter) => (item: unknown) => by(item)[0]
const sortedBy = (input: unknown, by: Filter) =>
  listOf(input).toSorted((left, right) => compare(keyOf(by)(left), keyOf(by)(right)))

const lengthOf = (input: unknown): number =>
  typeof input === 'string' ? [...input].length : input === null ? 0 : itemsIn(input).length

const cellOf = (value: unknown) => (value === null ? '' : textFrom(value))

const functions = new Map<string, FilterFunction>(
  Object.entries({
    length: plain(lengthOf),
    keys: plain((input) =>
      Array.isArray(input) ? [...input.keys()] : Object.keys(Object(input)).toSorted(),
    ),
    type: plain(typeOf),
    not: plain((input) => !isTrue(input)),
    first: plain((input) => listOf(input)[0] ?? null),
    last: plain((input) => listOf(input).at(-1) ?? null),
    reverse: plain((input) => listOf(input).toReversed()),
    sort: plain((input) => listOf(input).toSorted(compare)),
    unique: plain((input) =>
      listOf(input)
        .toSorted(compare)
        .filter((item, index, all) => index === 0 || compare(item, all[index - 1]) !== 0),
    ),
    min: plain((input) => listOf(input).toSorted(compare)[0] ?? null),
    max: plain((input) => listOf(input).toSorted(compare).at(-1) ?? null),
    add: plain((input) => listOf(input).reduce(sum, null)),
    tostring: plain(textFrom),
    tonumber: plain((input) => {
      const number = typeof input === 'string' && input.trim() !== '' ? Number(input) : input
      return typeof number === 'number' && !Number.isNaN(number) ? number : failFilter('not a number.')
    }),
    to_entries: plain((input) => Object.entries(Object(input)).map(([key, value]) => ({ key, value }))),
    '@csv': plain((input) =>
      listOf(input)
        .map((cell) => (typeof cell === 'string' ? `"${cell.replaceAll('"', '""')}"` : cellOf(cell)))
        .join(','),
    ),
    '@tsv': plain((input) =>
      listOf(input)
        .map((cell) => cellOf(cell).replaceAll(/[\t\n]/g, ' '))
        .join('\t'),
    ),
    empty: () => [],
    select: (input, condition) => (condition(input).some(isTrue) ? [input] : []),
    map: (input, change) => [itemsIn(input).flatMap((item) => change(item))],
    sort_by: (input, by) => [sortedBy(input, by)],
    group_by: (input, by) => {
      const groups: unknown[][] = []
      for (const item of sortedBy(input, by)) {
        const group = groups.at(-1)
        if (group !== undefined && compare(keyOf(by)(group[0]), keyOf(by)(item)) === 0) group.push(item)
        else groups.push([item])
      }
      return [groups]
    },
    any: (input, ...conditions) => [
      listOf(input).some((item) => isTrue((conditions[0] ?? identity)(item)[0])),
    ],
    all: (input, ...conditions) => [
      listOf(input).every((item) => isTrue((conditions[0] ?? identity)(item)[0])),
    ],
    has: withValue((input, name) => Object.hasOwn(Object(input), String(name))),
    join: withValue((input, separator) => listOf(input).map(cellOf).join(textFrom(separator))),
    split: withValue((input, separator) => textFrom(input).split(textFrom(separator))),
    startswith: withValue((input, start) => textFrom(input).startsWith(textFrom(start))),
    endswith: withValue((input, end) => textFrom(input).endsWith(textFrom(end))),
    contains: withValue((input, part) =>
      Array.isArray(input)
        ? listOf(part).every((item) => input.some((other) => compare(other, item) === 0))
        : textFrom(input).includes(textFrom(part)),
    ),
  }),
)

export const functionNames = [...functions.keys()]

export function findFunction(name: string): FilterFunction | undefined {
  return functions.get(name)
}
