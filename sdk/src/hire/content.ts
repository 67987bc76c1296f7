import type { Part } from 'souk-contract'

/**
 * Content of a message: text, or A2A parts.
 *
 * @example
 * await task.answer([{ text: 'Into these:' }, { data: ['de', 'fr'] }])
 */
export type Content = string | readonly Part[]

export function partsOf(content: Content): Part[] {
  return typeof content === 'string' ? [{ text: content }] : [...content]
}
