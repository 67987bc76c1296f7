import { findRequestByKey } from '../../../approvals/enforcement/request-queries.ts'
import { Failure, lackOfScope } from '../../../failure.ts'
import { scopeOf, toolNamed } from '../../../mcp/tool-list.ts'
import type { Tool, ToolContext } from '../../../mcp/tool.ts'
import { findReplyOf } from '../../receive/idempotency-queries.ts'
import { callerKey } from '../../receive/caller-key.ts'
import { validatorOf } from '../../receive/require-valid.ts'
import {
  approvalUrl,
  decisionOf,
  pendingOf,
  waitingOutput,
  type PendingApproval,
} from './approval-of-call.ts'
import { createCallOperation } from './call-operation.ts'
import type { McpCall } from './mcp-call.ts'
import { createPoll } from './poll.ts'
import { invalidParams, isRecord, recordAt } from './protocol.ts'
import { openState, sealState } from './request-state.ts'
import { isToolFailure, toolFailure, toolResult } from './tool-result.ts'
import { asTask } from './task-handle.ts'

/** Runs a tool. A call that the approval gate stops waits for a person; repeated afterwards, it returns its result. */
export async function callTool(call: McpCall): Promise<object> {
  const { params, request } = call
  const { name, arguments: args = {} } = params
  const tool = typeof name === 'string' ? toolNamed(name) : undefined
  if (tool === undefined) return invalidParams('Unknown tool.')
  request.call = { operation: `mcp.${tool.name}`, binding: 'MCP' }
  requireScope(call, tool)
  const invalid = validatorOf(tool.input, 'body')(args)
  if (invalid !== undefined) return toolFailure(invalid)
  try {
    return await runTool(call, tool, args)
  } catch (error) {
    if (!(error instanceof Failure) || !isToolFailure(error)) throw error
    const pending = pendingOf(error)
    return pending === undefined ? toolFailure(error) : waiting(call, args, pending)
  }
}

/** Clients ask their users for more rights when they see the challenge of this refusal. */
function requireScope({ caller }: McpCall, tool: Tool): void {
  const scope = scopeOf(tool)
  if (scope !== undefined && !caller.scopes.includes(scope)) lackOfScope(scope)
}

async function runTool(call: McpCall, tool: Tool, args: unknown): Promise<object> {
  const { server, caller, params } = call
  const { context } = server
  const key = tool.idempotencyKey(args)
  if (params['requestState'] !== undefined) await awaitDecision(call, args)
  const earlier =
    key === undefined
      ? undefined
      : await context.store.read((reader) => findRequestByKey(reader, caller, key))
  const decision = earlier === undefined ? undefined : decisionOf(earlier, context.clock.now())
  if (decision instanceof Failure) throw decision
  if (decision !== undefined) return waiting(call, args, decision)
  const { output, links } = await tool.run(args, contextOf(call, tool, key))
  return asTask(call, tool, output) ?? toolResult(output, links)
}

function contextOf(call: McpCall, tool: Tool, key: string | undefined): ToolContext {
  const { caller } = call
  const { store, config, clock, vault } = call.server.context
  return {
    caller,
    origin: config.settings.origin,
    now: clock.now(),
    vault,
    call: createCallOperation(call, { allowed: tool.operations, idempotencyKey: key }),
    isRepeated: async () =>
      key !== undefined &&
      (await store.read((reader) => findReplyOf(reader, { caller: callerKey(caller), key }))) !== undefined,
    poll: createPoll(call),
  }
}

/** Asks the user to open the page of the approval if the client can; otherwise the result names the page. */
function waiting(call: McpCall, args: unknown, pending: PendingApproval): object {
  const { server, caller, params, capabilities } = call
  const { vault, clock, config } = server.context
  const { origin } = config.settings
  const canOpen = isRecord(recordAt(capabilities, 'elicitation')['url'])
  if (!canOpen || params['requestState'] !== undefined) return toolResult(waitingOutput(pending, origin))
  const url = approvalUrl(origin, pending.approvalId)
  return {
    resultType: 'input_required',
    inputRequests: {
      [pending.approvalId]: {
        method: 'elicitation/create',
        params: { mode: 'url', url, message: 'Your marketplace asks you to approve this action.' },
      },
    },
    requestState: sealState(vault, pending.approvalId, {
      caller,
      name: String(params['name']),
      args,
      now: clock.now(),
    }),
  }
}

const decisionSeconds = 25

/** Second round: the user has the page open, so the decision can be near. */
async function awaitDecision(call: McpCall, args: unknown): Promise<void> {
  const { server, caller, params } = call
  const { vault, clock } = server.context
  const { requestState, name, inputResponses } = params
  const approvalId = openState(vault, requestState, { caller, name: String(name), args, now: clock.now() })
  if (recordAt(inputResponses, approvalId)['action'] !== 'accept') return
  const operation = createCallOperation(call, { allowed: ['getApproval'] })
  await createPoll(call)(`agent:${caller.agentId}`, decisionSeconds, async () => {
    const { approval } = await operation('getApproval', { approvalId })
    return approval.state === 'pending' || approval.state === 'approved' ? undefined : approval
  })
}
