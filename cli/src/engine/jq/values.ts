/** Operations on JSON values that filters share: access, order and truth. */
import { CliError } from '../errors.ts'

export function failFilter(message: string): never {
  throw new CliError('usage', `--jq: ${message}`, 'Print the whole result with --json to see its structure.')
}

export function fieldOf(value: unknown, name: string): unknown {
  if (value === null || value === undefined) return null
  if (typeof value !== 'object' || Array.isArray(value))
    failFilter(`cannot read "${name}" of ${typeOf(value)}.`)
  return Object.hasOwn(value, name) ? Reflect.get(value, name) : null
}

export function itemAt(value: unknown, index: unknown): unknown {
  if (typeof index === 'string') return fieldOf(value, index)
  if (value === null) return null
  if (!Array.isArray(value) || typeof index !== 'number') failFilter(`cannot index ${typeOf(value)}.`)
  return value.at(index) ?? null
}

export function itemsIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  if (typeof value === 'object' && value !== null) return Object.values(value)
  return failFilter(`cannot iterate over ${typeOf(value)}.`)
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : failFilter(`${typeOf(value)} is not an array.`)
}

export function textFrom(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

export function typeOf(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

export function isTrue(value: unknown): boolean {
  return value !== null && value !== undefined && value !== false
}

const order = ['null', 'boolean', 'number', 'string', 'array', 'object']

/** Order of jq: by type, then by value. */
export function compare(left: unknown, right: unknown): number {
  const byType = order.indexOf(typeOf(left)) - order.indexOf(typeOf(right))
  if (byType !== 0) return byType
  if (typeof left === 'number' && typeof right === 'number') return left - right
  const [first, second] = [textFrom(left), textFrom(right)]
  return first === second ? 0 : first < second ? -1 : 1
}

export function sum(left: unknown, right: unknown): unknown {
  if (left === null) return right
  if (right === null) return left
  if (typeof left === 'number' && typeof right === 'number') return left + right
  if (typeof left === 'string' && typeof right === 'string') return left + right
  if (Array.isArray(left) && Array.isArray(right)) return [...left, ...right]
  if (typeOf(left) === 'object' && typeOf(right) === 'object') return Object.assign({}, left, right)
  return failFilter(`cannot add ${typeOf(left)} and ${typeOf(right)}.`)
}

export function difference(left: unknown, right: unknown): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right
  return failFilter(`cannot subtract ${typeOf(right)} from ${typeOf(left)}.`)
}
