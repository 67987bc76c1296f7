/** Marketplace metadata of every A2A object that carries it. Pure. */
import {
  marketplaceExtension,
  type EndReason,
  type Market,
  type Message,
  type Metadata,
  type Phase,
  type StreamResponse,
  type Task,
} from 'souk-contract'

/**
 * Marketplace metadata of a change, as in streams and push notifications. Unlike `Market`, it is the same for both
 * parties: it has no `role` and no `allowedActions`.
 *
 * @example
 * for await (const { data } of souk.tasks.followTask({ name: 'ada-translates', taskId }))
 *   if (data.statusUpdate !== undefined) console.log(marketOf(data.statusUpdate).action)
 */
export interface MarketChange {
  /** Phase after the change. */
  readonly phase: Phase
  /** Version of the task after the change; also the id of the event. */
  readonly version: number
  /** Action that caused the change, such as `deliver`. */
  readonly action: string
  /** Actor of the change. */
  readonly by: 'client' | 'provider' | 'operator' | 'clock' | 'listing'
  /** Why the task ended. */
  readonly reason?: EndReason
}

/**
 * A `statusUpdate` or `artifactUpdate` of a stream or push notification.
 *
 * @example
 * const describe = (update: TaskUpdate) => `${update.taskId} is ${marketOf(update).phase}`
 */
export type TaskUpdate = NonNullable<StreamResponse['statusUpdate'] | StreamResponse['artifactUpdate']>

/** Event of a task stream, as `streamMessage`, `subscribeToTask` and `followTask` yield it. */
interface StreamedResponse {
  readonly data: StreamResponse
}

/**
 * Marketplace metadata of a task, an item of a task list, a stream event, the body of a push notification, or one of
 * their members. Throws a `TypeError` if the object carries none, such as a task of another A2A server.
 *
 * @example
 * const task = await souk.tasks.getTask({ name: 'ada-translates', taskId })
 * if (marketOf(task).allowedActions.includes('accept')) await souk.tasks.acceptTask({ name: 'ada-translates', taskId })
 *
 * @example
 * for await (const event of souk.tasks.followTask({ name: 'ada-translates', taskId })) console.log(marketOf(event).phase)
 *
 * @example
 * const body: StreamResponse = JSON.parse(await request.text()) // push notification
 * console.log(marketOf(body).version)
 */
export function marketOf(task: Task): Market
export function marketOf(update: TaskUpdate): MarketChange
export function marketOf(event: StreamResponse | StreamedResponse): Market | MarketChange
export function marketOf(
  source: Task | TaskUpdate | StreamResponse | StreamedResponse,
): Market | MarketChange {
  const market = metadataIn(source)?.[marketplaceExtension]
  if (isMarket(market)) return market
  throw new TypeError(`${'id' in source ? `Task ${source.id}` : 'The object'} has no marketplace metadata.`)
}

/**
 * Whether the metadata is that of a task, which has the role of the caller and the allowed actions.
 *
 * @example
 * const market = marketOf(event)
 * if (isTaskMarket(market)) console.log(market.allowedActions)
 */
export function isTaskMarket(market: Market | MarketChange): market is Market {
  return 'allowedActions' in market
}

/**
 * Text of a message or artifact, or of parts: all text parts, joined by line breaks.
 *
 * @example
 * console.log(textOf(task.artifacts?.[0]?.parts ?? []))
 * console.log(textOf(message))
 */
export function textOf(content: readonly { readonly text?: string }[] | Pick<Message, 'parts'>): string {
  const parts = 'parts' in content ? content.parts : content
  return parts.flatMap(({ text }) => text ?? []).join('\n')
}

function metadataIn(source: Task | TaskUpdate | StreamResponse | StreamedResponse): Metadata | undefined {
  if ('data' in source) return metadataIn(source.data)
  if ('metadata' in source) return source.metadata
  const found = membersOf(source).find((member) => member?.metadata !== undefined)
  return found?.metadata
}

function membersOf(source: object): readonly ({ readonly metadata?: Metadata } | undefined)[] {
  const { task, statusUpdate, artifactUpdate }: StreamResponse = source
  return [task, statusUpdate, artifactUpdate]
}

function isMarket(value: unknown): value is Market | MarketChange {
  return typeof value === 'object' && value !== null && 'phase' in value && 'version' in value
}
