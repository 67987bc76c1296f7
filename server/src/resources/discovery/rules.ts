import { fail } from '../../failure.ts'

/** What a caller asks for, read from the texts of the query. */
export interface DiscoveryFilter {
  readonly capability: string
  readonly tags: readonly string[]
  readonly taskType: string | null
  readonly inputModes: ModeFilter | null
  readonly outputModes: ModeFilter | null
}

/** An agent fits by a mode that is one of `exact`, or that belongs to one of `families`: `text` for `text/*`. */
export interface ModeFilter {
  readonly exact: readonly string[]
  readonly families: readonly string[]
}

export interface DiscoveryQuery {
  readonly capability?: string
  readonly tags?: string
  readonly taskType?: string
  readonly inputModes?: string
  readonly outputModes?: string
}

export function discoveryFilter(asked: DiscoveryQuery): DiscoveryFilter {
  return {
    capability: asked.capability ?? '',
    tags: items('tags', asked.tags),
    taskType: asked.taskType?.trim().toLowerCase() || null,
    inputModes: modeFilter('inputModes', asked.inputModes),
    outputModes: modeFilter('outputModes', asked.outputModes),
  }
}

/** Wildcards count on both sides: who wants `text/plain` is served by an agent that takes `text/*`, and the reverse. */
function modeFilter(field: string, list: string | undefined): ModeFilter | null {
  const wanted = items(field, list).map((item) => mediaType(field, item))
  if (wanted.length === 0 || wanted.includes('*/*')) return null
  const family = (mode: string) => mode.slice(0, mode.indexOf('/'))
  return {
    exact: unique(['*/*', ...wanted, ...wanted.map((mode) => `${family(mode)}/*`)]),
    families: unique(wanted.filter((mode) => mode.endsWith('/*')).map(family)),
  }
}

/** Parameters such as a character set do not matter here. */
function mediaType(field: string, item: string): string {
  const mode = item.split(';')[0]?.trim() ?? ''
  if (/^[^\s/]+\/[^\s/]+$/.test(mode)) return mode
  return fail(
    'bad-request',
    `"${field}" has "${item}", which is not a media type.`,
    'Send "text/plain", say.',
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
    fail('bad-request', `"${field}" has more than ${itemsMax} items.`, 'Send fewer.')
  return found
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)]
}
