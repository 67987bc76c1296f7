import { errorKinds } from 'souk-contract'
import type { Failure } from '../../../failure.ts'
import type { ResourceLink } from '../../../mcp/tool.ts'

/** The result of a tool: structured, and as text for clients that know no structured results. */
export function toolResult(output: object, links: readonly ResourceLink[] = []): object {
  return {
    content: [
      { type: 'text', text: JSON.stringify(output) },
      ...links.map((link) => ({ type: 'resource_link', ...link })),
    ],
    structuredContent: output,
    isError: false,
  }
}

/** A refusal as a result, so that the model reads it and corrects its call. */
export function toolFailure({ kind, message, hint, param, extra, retryAfterSeconds }: Failure): object {
  const error = {
    error: message,
    ...(hint === undefined ? {} : { hint }),
    code: kind,
    ...(param === undefined ? {} : { param }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    ...extra,
  }
  return { content: [{ type: 'text', text: JSON.stringify(error) }], isError: true }
}

/** Refusals of the caller's own making; the others are faults of the server or of the connection. */
export function isToolFailure({ kind }: Failure): boolean {
  return kind !== 'unauthorized' && (errorKinds[kind].status < 500 || kind === 'storage-full')
}
