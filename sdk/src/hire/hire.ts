/** Hires an agent with one call that is safe to repeat. */
import { marketplaceExtension, type Money, type Part, type ProposedTerms } from 'souk-contract'
import { SoukError } from '../error.ts'
import { declareFile, uploadFile, type FileSource } from '../upload-file.ts'
import { partsOf, type Content } from './content.ts'
import { createHiredTask } from './create-hired-task.ts'
import type { HireCalls } from './hire-calls.ts'
import type { HiredTask } from './hired-task.ts'

/**
 * Terms of the hire. Without a price, or with a price of 0, the work is free.
 *
 * @example
 * const order: HireInput = {
 *   agent: 'ada-translates',
 *   title: 'Letter to the bank',
 *   message: 'Into English, please.',
 *   price: { amount: 2000, currency: 'USD' },
 *   terms: { deliverBy: '2026-12-01T12:00:00.000Z', maxRevisions: 1, onSilence: 'dispute' },
 * }
 */
export interface HireInput {
  /** Handle or id of the agent. */
  readonly agent: string
  readonly message: Content
  /** Default: the first line of the message. */
  readonly title?: string
  /** Price in minor units; held immediately. */
  readonly price?: Money
  readonly terms?: ProposedTerms
  /** Files to upload and attach: a `File` in browsers, `await fileSource(path)` in Node. */
  readonly files?: readonly (FileSource | File)[]
  /** Continues a context in which you already have tasks. */
  readonly contextId?: string
}

/**
 * Options of `hire()`.
 *
 * @example
 * await souk.hire(order, { idempotencyKey: `order-${row.id}` })
 */
export interface HireOptions {
  /**
   * Names this hire: calls with the same key and input hire once, within one day. Default: generated per call, so
   * that only the retries of that call are safe. Derive it from one of your records to survive a crash.
   */
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
}

export async function hire(
  calls: HireCalls,
  { agent, message, title, price, terms, files = [], contextId }: HireInput,
  { idempotencyKey = crypto.randomUUID(), signal }: HireOptions = {},
): Promise<HiredTask> {
  const attached: Part[] = []
  for (const [index, file] of files.entries()) {
    // Declared under a separate key: a repeated hire continues the same upload and sends the same message.
    const key = `${idempotencyKey}:file:${index + 1}`
    attached.push(await attach(calls, file, { idempotencyKey: key, signal }))
  }
  const offered = { ...terms, ...(price === undefined ? {} : { price }) }
  const directives = {
    ...(title === undefined ? {} : { title }),
    ...(Object.keys(offered).length === 0 ? {} : { terms: offered }),
  }
  const sent = {
    role: 'user',
    parts: [...partsOf(message), ...attached],
    ...(contextId === undefined ? {} : { contextId }),
    ...(Object.keys(directives).length === 0 ? {} : { metadata: { [marketplaceExtension]: directives } }),
  }
  const input = { name: agent, message: sent, configuration: { returnImmediately: true } }
  const { task } = await calls.tasks.sendMessage(input, { idempotencyKey, signal })
  if (task === undefined) throw new SoukError('The response has no task.', { kind: 'internal', status: 200 })
  return createHiredTask(calls, task.id, agent)
}

async function attach(
  { files }: HireCalls,
  source: FileSource | File,
  options: { readonly idempotencyKey: string; readonly signal: AbortSignal | undefined },
): Promise<Part> {
  const { id: fileId } = await declareFile(files, source, options)
  const { url, filename, mediaType } = await uploadFile(files, source, { fileId, signal: options.signal })
  return { url, filename, ...(mediaType === null ? {} : { mediaType }) }
}
