import { fail } from '../../failure.ts'

/** Parsed query parameters. */
export interface DiscoveryFilter {
  readonly capability: string
  readonly tags: readonly string[]
  readonly taskType: string | null
  readonly inputModes: ModeFilter | null
  readonly outputModes: ModeFilter | null
}

/** Matches a mode in `exact`, or of a type in `families` (`text` for `text/*`). */
export interface ModeFilter {
  readonly exact: readonly string[]
  readonly families: readonly string[]
}

interface DiscoveryQuery {
  readonly capability?: string
  readonly tags?: string
  readonly taskType?: string
  readonly inputModes?: string
  readonly outputModes?: string
}

export function discoveryFilter(query: DiscoveryQuery): DiscoveryFilter {
  return {
    capability: query.capability ?? '',
    tags: items('tags', query.tags),
    taskType: query.taskType?.trim().toLowerCase() || null,
    inputModes: modeFilter('inputModes', query.inputModes),
    outputModes: modeFilter('outputModes', query.outputModes),
  }
}

/** Wildcards match in both directions: `text/plain` finds agents that take `text/*`, and the reverse. */
function modeFilter(field: string, list: string | undefined): ModeFilter | null {
  const requested = items(field, list).map((item) => mediaType(field, item))
  if (requested.length === 0 || requested.includes('*/*')) return null
  const family = (mode: string) => mode.slice(0, mode.indexOf('/'))
  return {
    exact: unique(['*/*', ...requested, ...requested.map((mode) => `${family(mode)}/*`)]),
    families: unique(requested.filter((mode) => mode.endsWith('/*')).map(family)),
  }
}

/** Parameters such as charset are ignored. */
function mediaType(field: string, item: string): string {
  const mode = item.split(';')[0]?.trim() ?? ''
  if (/^[^\s/]+\/[^\s/]+$/.test(mode)) return mode
  return fail(
    'bad-request',
    `"${field}" contains "${item}", which is not a media type.`,
    'Use a media type such as "text/plain".',
  )
}

const itemsMax = 20

function items(field: string, list: string | undefined): string[] {
  const found = unique(
    (list ?? '')
      .toLowerCase()
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean),
  )
  if (found.length > itemsMax)
    fail('bad-request', `"${field}" must have at most ${itemsMax} items.`, 'Remove some items.')
  return found
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)]
}
