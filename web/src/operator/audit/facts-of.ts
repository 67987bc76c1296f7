/** Details of an audit entry as lines: the reason first, then before and after, then the rest. */
const order = ['reason', 'before', 'after']

interface Fact {
  readonly name: string
  readonly text: string
}

export function factsOf(details: object): readonly Fact[] {
  return Object.entries(details)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]): Fact => ({ name, text: typeof value === 'string' ? value : JSON.stringify(value) }))
    .toSorted((left, right) => rank(left.name) - rank(right.name))
}

function rank(name: string): number {
  const index = order.indexOf(name)
  return index === -1 ? order.length : index
}
