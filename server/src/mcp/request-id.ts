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
  /** Prefixed, so that keys of tools cannot collide with those of other clients; hashed, so that any text is a valid header value. */
  key: (toolName: string, id: string): string => `mcp.${toolName}.${sha256(id).toString('base64url')}`,
}
