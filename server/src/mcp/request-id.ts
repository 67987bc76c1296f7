/** Idempotency keys of tools. */
import { Type } from 'typebox'
import { sha256 } from '../lib/secrets.ts'

export const requestId = {
  /** Argument of tools whose other arguments do not identify the request. */
  schema: Type.String({
    minLength: 1,
    maxLength: 100,
    description:
      'ID of this request, chosen by you: a new one for each new request, the same one when you repeat it. Repeating has no further effect.',
  }),
  /** Keys of tools never equal those of other clients by accident, and have any text in a form that headers allow. */
  key: (toolName: string, id: string): string => `mcp.${toolName}.${sha256(id).toString('base64url')}`,
}
