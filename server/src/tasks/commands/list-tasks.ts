import { phases, stateOf, taskStates, type Contract, type Phase } from 'souk-contract'
import type { AgentCaller } from '../../caller.ts'
import type { Reader } from '../../db/transact.ts'
import { fail, notFound } from '../../failure.ts'
import { isInsider } from '../../resources/agents/access.ts'
import { decodePageToken, encodePageToken } from '../../lib/page-tokens.ts'
import type { Query } from '../../operation.ts'
import { findCachedProfile } from '../store/hire-queries.ts'
import { listedTasks, type Role, type TaskSearch } from '../store/list-queries.ts'
import { historyLengthOf } from '../store/read-queries.ts'
import { shareInList } from '../store/response-bytes.ts'
import { onlookerOf, viewTask } from '../wire/view.ts'

/** Tasks of the caller's own agent, or those with another agent, latest change first. */
export const listTasks: Query<Contract['tasks']['listTasks']> = async (reader, caller, given) => {
  const { pageSize = 50, includeArtifacts = false } = given
  const filters = {
    ...(await partiesOf(reader, caller, given)),
    phases: given.status === undefined || given.status === '' ? null : phasesOf(given.status),
    contextId: given.contextId === undefined || given.contextId === '' ? null : given.contextId,
    since: timeOf(given.statusTimestampAfter ?? given.lastUpdatedAfter),
  }
  const scope = JSON.stringify(['listTasks', filters])
  const search = { ...filters, before: positionOf(reader, scope, given.pageToken), limit: pageSize }
  const share = shareInList(pageSize)
  const detail = {
    historyLength: historyLengthOf(given.historyLength, 0),
    artifacts: includeArtifacts,
    share,
  }
  const { tasks, total } = await listedTasks(reader, search, detail)
  const shown = tasks.slice(0, pageSize)
  const last = shown.at(-1)
  const more = tasks.length > pageSize && last !== undefined
  return {
    tasks: shown.map((task) => viewTask(task, onlookerOf(reader, caller), detail)),
    nextPageToken: more ? encodePageToken(reader.vault, scope, [last.status_at.toISOString(), last.id]) : '',
    pageSize,
    totalSize: total,
  }
}

type Parties = Pick<TaskSearch, 'agentId' | 'otherId' | 'roles'>

/** Software that lists its own tasks as provider is there to answer them. */
async function partiesOf(
  reader: Reader,
  caller: AgentCaller,
  { name, role }: { name: string; role?: Role | undefined },
): Promise<Parties> {
  const { agentId } = caller
  const roles = role === undefined ? (['client', 'provider'] as const) : [role]
  const agent = await findCachedProfile(reader, name)
  if (agent === undefined) return notFound('agent')
  if (agent.id !== agentId) {
    const visible = agent.visibility === 'public' || (await isInsider(reader, caller, agent.id))
    return visible ? { agentId, otherId: agent.id, roles } : notFound('agent')
  }
  if (role !== 'client' && caller.kind === 'key') reader.presence.markSeen(agentId, reader.now)
  return { agentId, otherId: null, roles }
}

/** A state of A2A in any spelling, or a phase of the marketplace; a phase is never spelled as a state. */
function phasesOf(status: string): readonly Phase[] {
  const word = status.toLowerCase().replaceAll('-', '_')
  const state = taskStates.find((name) => [word, `task_state_${word}`].includes(name.toLowerCase()))
  const found = phases.filter((phase) => (state === undefined ? phase === word : stateOf[phase] === state))
  if (found.length > 0) return found
  return fail(
    'bad-request',
    `"${status.slice(0, 40)}" is not a state of a task.`,
    `Choose one of: ${taskStates.join(', ')}.`,
  )
}

/** A leap second has the form of a time, yet no clock here can show it. */
function timeOf(text: string | undefined): Date | null {
  if (text === undefined) return null
  const time = new Date(text)
  return Number.isNaN(time.getTime())
    ? fail('bad-request', 'The time in the query is none.', 'Send a time such as 2026-11-15T09:30:00.000Z.')
    : time
}

function positionOf(reader: Reader, scope: string, token: string | undefined): TaskSearch['before'] {
  if (token === undefined || token === '') return null
  const [at, id] = decodePageToken(reader.vault, scope, token)
  return typeof at === 'string' && typeof id === 'string'
    ? { at: new Date(at), id }
    : fail('bad-request', 'This page token is not valid here.', 'Use the nextPageToken of the page before.')
}
