import { describe, expect, it } from 'vitest'
import { compileFilter } from './jq.ts'

const data = {
  items: [
    { id: 'a', price: 30, tags: ['x', 'y'], party: { name: 'Ada' } },
    { id: 'b', price: 10, tags: [], party: null },
    { id: 'c', price: 30, tags: ['y'] },
  ],
  nextCursor: null,
  'odd key': 1,
}

describe('compileFilter', () => {
  it.each<[string, unknown[]]>([
    ['.', [data]],
    ['.nextCursor', [null]],
    ['.missing.deeper', [null]],
    ['."odd key", .["odd key"]', [1, 1]],
    ['.items[0].id', ['a']],
    ['.items[-1].id', ['c']],
    ['.items[1:] | length', [2]],
    ['.items[:1] | map(.id)', [['a']]],
    ['.items[].id', ['a', 'b', 'c']],
    ['.items | length', [3]],
    ['.items[] | select(.price > 20) | .id', ['a', 'c']],
    ['.items[] | select(.price == 30 and (.tags | contains(["x"]))) | .id', ['a']],
    ['.items[] | select(.tags | length == 0 or false) | .id', ['b']],
    ['.items[] | select(.tags == [] | not) | .id', ['a', 'c']],
    ['.items | map(.party.name // "unknown")', [['Ada', 'unknown', 'unknown']]],
    ['.items[0] | {id, cost: .price, "x y": 1, (.id): true}', [{ id: 'a', cost: 30, 'x y': 1, a: true }]],
    ['{id: .items[].id}', [{ id: 'a' }, { id: 'b' }, { id: 'c' }]],
    ['[.items[].price] | add', [70]],
    ['[.items[].price] | (min, max)', [10, 30]],
    ['.items | sort_by(.price) | .[0].id', ['b']],
    ['.items | group_by(.price) | map(length)', [[1, 2]]],
    ['[.items[].tags[]] | unique | join("+")', ['x+y']],
    ['.items | first.id, last.id', ['a', 'c']],
    ['.items[] | [.id, .price] | @csv', ['"a",30', '"b",10', '"c",30']],
    ['.items[0] | [.id, .party.name] | @tsv', ['a\tAda']],
    ['keys', [['items', 'nextCursor', 'odd key']]],
    ['.items[0] | has("price"), has("cost")', [true, false]],
    ['.items[0].price + 2 - 1', [31]],
    ['-1, 1.5, "a\\"b", null, true', [-1, 1.5, 'a"b', null, true]],
    ['.items[].party.name?', ['Ada', null, null]],
    ['.items.id?', []],
    ['[.items[].price | tostring | tonumber]', [[30, 10, 30]]],
    ['.items | any(.price < 20), all(.price < 20)', [true, false]],
    ['empty', []],
    ['"a-b" | split("-")', [['a', 'b']]],
    ['.items[0] | to_entries | .[0]', [{ key: 'id', value: 'a' }]],
  ])('evaluates %s', (expression, results) => {
    expect(compileFilter(expression)(data)).toEqual(results)
  })

  it.each([
    ['.items[', 'unexpected end at position 8'],
    ['.a b', 'unexpected "b" at position 4'],
    ['select', 'unexpected "select" at position 1'],
    ['.a | join', 'unexpected "join" at position 6'],
    ['foo(1)', 'unexpected "foo" at position 1'],
    ['.a & .b', 'unexpected "&" at position 4'],
    ['{1: 2}', 'unexpected "1" at position 2'],
    ['', 'unexpected end at position 1'],
  ])('refuses %j before it runs', (expression, message) => {
    expect(() => compileFilter(expression)).toThrow(message)
  })

  it.each([
    ['.items.id', 'cannot read "id" of array'],
    ['.items[0].price[]', 'cannot iterate over number'],
    ['.items + 1', 'cannot add array and number'],
  ])('explains why %s does not fit the result', (expression, message) => {
    expect(() => compileFilter(expression)(data)).toThrow(message)
  })
})
