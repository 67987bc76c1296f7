/** Reads what a person must know from the stored input of an operation; unknown fields are ignored. */
import { marketplaceExtension, type Money } from 'souk-contract'

export interface RequestContent {
  readonly taskId: string | undefined
  readonly listingId: string | undefined
  /** Title of a new job. */
  readonly title: string | undefined
  /** Texts that others will read. */
  readonly texts: readonly string[]
  /** Names of files that others will get. */
  readonly files: readonly string[]
  readonly terms: RequestTerms
}

/** Obligations of the agent under the request. */
export interface RequestTerms {
  readonly price: Money | undefined
  readonly budget: Money | undefined
  readonly deliverBy: string | undefined
  readonly maxRevisions: number | undefined
  readonly tags: readonly string[]
}

export function contentOf(input: unknown): RequestContent {
  const message = field(input, 'message')
  const artifacts = list(field(input, 'artifacts'))
  const parts = [
    ...list(field(input, 'parts')),
    ...list(field(message, 'parts')),
    ...artifacts.flatMap((artifact) => list(field(artifact, 'parts'))),
  ]
  return {
    taskId: text(field(input, 'taskId')) ?? text(field(message, 'taskId')),
    listingId: text(field(input, 'listingId')),
    title: text(field(input, 'title')),
    texts: [field(input, 'description'), field(input, 'text'), ...parts.map((part) => field(part, 'text'))]
      .map(text)
      .filter((value) => value !== undefined),
    files: [
      ...artifacts.map((artifact) => field(artifact, 'name')),
      ...parts.map((part) => field(part, 'filename')),
    ]
      .map(text)
      .filter((value) => value !== undefined),
    terms: termsOf(input),
  }
}

/** Terms are fields of the input, or of the metadata of its message. */
function termsOf(input: unknown): RequestTerms {
  const extension = field(field(field(input, 'message'), 'metadata'), marketplaceExtension)
  const terms = field(input, 'terms') ?? field(extension, 'terms')
  const revisions = field(terms, 'maxRevisions')
  return {
    price: money(field(terms, 'price')) ?? money(field(input, 'price')),
    budget: money(field(input, 'budget')),
    deliverBy: text(field(terms, 'deliverBy')),
    maxRevisions: typeof revisions === 'number' ? revisions : undefined,
    tags: list(field(input, 'tags'))
      .map(text)
      .filter((tag) => tag !== undefined),
  }
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

function money(value: unknown): Money | undefined {
  const [amount, currency] = [field(value, 'amount'), text(field(value, 'currency'))]
  return typeof amount === 'number' && currency !== undefined ? { amount, currency } : undefined
}
