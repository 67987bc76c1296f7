/** The methods of both eras. */
import { listPrompts, getPrompt } from '../../../mcp/prompts.ts'
import { instructionsOf, serverInfoOf } from '../../../mcp/server-info.ts'
import { listTools } from '../../../mcp/tool-list.ts'
import { hour, minute } from '../../../lib/clock.ts'
import { callTool } from './call-tool.ts'
import { listen } from './listen.ts'
import type { McpCall, Method } from './mcp-call.ts'
import {
  extensions,
  invalidParams,
  isRecord,
  legacyVersions,
  supportedVersions,
  type Era,
} from './protocol.ts'
import { listResources, readResource, resourceTemplates } from './resources.ts'
import { cancelMcpTask, getMcpTask, updateMcpTask } from './tasks-extension.ts'

/** Adds the cache TTL; results of revisions before 2026-07-28 have none. */
function cacheable(
  { era }: McpCall,
  result: object,
  ttlMs: number,
  cacheScope: 'public' | 'private',
): object {
  return era === 'modern' ? { ...result, ttlMs, cacheScope } : result
}

const prompts: Method = async (call) => cacheable(call, { prompts: listPrompts() }, hour, 'public')

const shared: Readonly<Record<string, Method>> = {
  'tools/list': async (call) =>
    cacheable(call, { tools: listTools(call.caller.scopes) }, 5 * minute, 'private'),
  'tools/call': callTool,
  'prompts/list': prompts,
  'prompts/get': async ({ params }) => promptOf(params),
  'resources/list': async (call) => cacheable(call, await listResources(call), 0, 'private'),
  'resources/templates/list': async (call) => cacheable(call, { resourceTemplates }, hour, 'public'),
  'resources/read': async (call) => cacheable(call, await readResource(call), 0, 'private'),
}

export const methods: Readonly<Record<Era, Readonly<Record<string, Method>>>> = {
  modern: {
    ...shared,
    'server/discover': async (call) =>
      cacheable(
        call,
        {
          supportedVersions,
          capabilities: {
            tools: {},
            prompts: {},
            resources: { subscribe: true },
            extensions: { [extensions.tasks]: {}, [extensions.ui]: {} },
          },
          instructions: instructionsOf(policyOf(call)),
        },
        5 * minute,
        'public',
      ),
    'subscriptions/listen': listen,
    'tasks/get': getMcpTask,
    'tasks/update': updateMcpTask,
    'tasks/cancel': cancelMcpTask,
  },
  legacy: {
    ...shared,
    initialize: async (call) => initialize(call),
    ping: async () => ({}),
  },
}

/** No session is created: every later request is complete in itself. Without a session there are no subscriptions. */
function initialize(call: McpCall): object {
  const { protocolVersion } = call.params
  const known = legacyVersions.find((version) => version === protocolVersion)
  return {
    protocolVersion: known ?? legacyVersions[0],
    capabilities: { tools: {}, prompts: {}, resources: {}, extensions: { [extensions.ui]: {} } },
    serverInfo: serverInfoOf(policyOf(call)),
    instructions: instructionsOf(policyOf(call)),
  }
}

function policyOf({ server }: McpCall) {
  return server.context.config.settings.policy
}

function promptOf({ name, arguments: given = {} }: McpCall['params']): object {
  if (!isRecord(given)) return invalidParams('"arguments" must be an object.')
  const values = Object.fromEntries(
    Object.entries(given).map(([key, value]) => [
      key,
      typeof value === 'string' ? value.slice(0, 20_000) : '',
    ]),
  )
  const prompt = typeof name === 'string' ? getPrompt(name, values) : undefined
  if (prompt === undefined) return invalidParams('Unknown prompt.')
  if ('missing' in prompt) return invalidParams(`The prompt needs "${String(prompt.missing)}".`)
  return prompt
}
