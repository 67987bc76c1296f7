import { fail } from '../../failure.ts'
import { cardType, identifierOf, publisherOf } from './catalog-entry.ts'

/** Values of which an agent must have one; null if any agent fits. */
export interface CatalogFilter {
  readonly tags: readonly string[] | null
  readonly skills: readonly string[] | null
  readonly handles: readonly string[] | null
}

type Filter = Readonly<Record<string, string | readonly string[]>>

/** Undefined if no agent can match: every entry has the same type and publisher. */
export function catalogFilter(filter: Filter, origin: string): CatalogFilter | undefined {
  const { type, publisher, identifier, tags, capabilities, ...unknown } = filter
  const [field] = Object.keys(unknown)
  if (field !== undefined) {
    fail(
      'bad-request',
      `"query.filter" has the unsupported field "${field.slice(0, 40)}".`,
      'Filter by type, publisher, identifier, tags or capabilities.',
    )
  }
  const prefix = identifierOf(origin, 'agent', '')
  const identifiers = valuesOf(identifier)?.filter((value) => value.startsWith(prefix))
  const lists = [valuesOf(tags), valuesOf(capabilities), identifiers]
  const isPossible =
    valuesOf(type)?.includes(cardType) !== false &&
    valuesOf(publisher)?.includes(publisherOf(origin)) !== false &&
    lists.every((list) => list?.length !== 0)
  if (!isPossible) return undefined
  return {
    tags: valuesOf(tags)?.map((tag) => tag.toLowerCase()) ?? null,
    skills: valuesOf(capabilities) ?? null,
    handles: identifiers?.map((value) => value.slice(prefix.length)) ?? null,
  }
}

/** A single value stands for a list of one. */
function valuesOf(value: string | readonly string[] | undefined): readonly string[] | undefined {
  return typeof value === 'string' ? [value] : value
}
