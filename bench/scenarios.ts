import { accept } from './accept/scenario.ts'
import { files } from './files/scenario.ts'
import { get } from './get/scenario.ts'
import { list } from './list/scenario.ts'
import { mcp } from './mcp/scenario.ts'
import { nodes } from './nodes/scenario.ts'
import type { Scenario } from './scenario.ts'
import { search } from './search/scenario.ts'
import { send } from './send/scenario.ts'
import { start } from './start/scenario.ts'
import { streams } from './streams/scenario.ts'
import { web } from './web/scenario.ts'
import { webhooks } from './webhooks/scenario.ts'

/** In execution order. */
export const scenarios: readonly Scenario[] = [
  start,
  send,
  get,
  mcp,
  list,
  accept,
  streams,
  webhooks,
  nodes,
  search,
  files,
  web,
]
