import { marketplaceExtension, type Market, type Message, type Part, type Task } from 'souk-contract'

/** The marketplace's view of a task, carried in the metadata of the A2A task. */
export function marketOf(task: Task): Market {
  const view: unknown = task.metadata?.[marketplaceExtension]
  if (!isMarket(view)) throw new Error('The task has no marketplace metadata.')
  return view
}

function isMarket(value: unknown): value is Market {
  return typeof value === 'object' && value !== null && 'phase' in value && 'allowedActions' in value
}

export function textOf(message: Message | undefined): string {
  return (message?.parts ?? []).flatMap(({ text }) => (text === undefined ? [] : [text])).join('\n')
}

/** Warnings that the server attached to a part, such as `hidden-characters`. */
export function flagsOf({ metadata }: Part): readonly string[] {
  const extension: unknown = metadata?.[marketplaceExtension]
  const flags =
    typeof extension === 'object' && extension !== null && 'flags' in extension ? extension.flags : undefined
  return Array.isArray(flags) ? flags.map(String) : []
}

/** Sender of a part and when it arrived, as recorded by the server. */
export function originOf({ metadata }: Part): { readonly name: string; readonly at: string } | undefined {
  const extension: unknown = metadata?.[marketplaceExtension]
  const origin =
    typeof extension === 'object' && extension !== null && 'origin' in extension
      ? extension.origin
      : undefined
  return isOrigin(origin) ? origin : undefined
}

function isOrigin(value: unknown): value is { readonly name: string; readonly at: string } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'name' in value &&
    typeof value.name === 'string' &&
    'at' in value &&
    typeof value.at === 'string'
  )
}
