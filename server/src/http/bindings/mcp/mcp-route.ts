import { Type } from 'typebox'
import type { Route } from 'souk-contract'

/**
 * Admission to the MCP endpoint. Sessions of people are refused: the approval gate binds software that holds a key, and a
 * model that acted with a session would escape it.
 */
export const mcpRoute: Route = {
  method: 'POST',
  path: '/mcp',
  surface: 'platform',
  auth: 'key',
  reply: Type.Unknown(),
  errors: [],
  summary: 'Call the MCP server',
  example: {},
}
