import { phases, stateOf, taskStates, type Contract, type Phase } from 'souk-contract'
import type { AgentCaller } from '../../caller.ts'
import type { Reader } from '../../db/transact.ts'
import { fail, notFound } from '../../failure.ts'
import { maySee } from '../../resources/agents/access.ts'
import { decodePageToken, encodePageToken, refusePageToken } from '../../lib/page-tokens.ts'
import type { Query } from '../../operation.ts'
import { findCachedProfile } from '../store/profile-queries.ts'
import { listedTasks, type Role, type TaskSearch } from '../store/list-queries.ts'
import { historyLengthOf } from '../store/read-queries.ts'
import { shareInList } from '../store/response-bytes.ts'
import { viewerOf, viewTask } from '../wire/view.ts'

/** Tasks of the acting agent, or its tasks with another agent, latest change first. */
export const listTasks: Query<Contract['tasks']['listTasks']> = async (reader, caller, input) => {
  const { pageSize = 50, includeArtifacts = false } = input
  const filters = {
    ...(await partiesOf(reader, caller, input)),
    phases: input.status === undefined || input.status === '' ? null : phasesOf(input.status),
    contextId: input.contextId === undefined || input.contextId === '' ? null : input.contextId,
    since: timeOf(input.statusTimestampAfter ?? input.lastUpdatedAfter),
  }
  const scope = JSON.stringify(['listTasks', filters])
  const search = { ...filters, before: positionOf(reader, scope, input.pageToken), limit: pageSize }
  const share = shareInList(pageSize)
  const detail = {
    historyLength: historyLengthOf(input.historyLength, 0),
    artifacts: includeArtifacts,
    share,
  }
  const { tasks, total } = await listedTasks(reader, search, detail)
  const shown = tasks.slice(0, pageSize)
  const last = shown.at(-1)
  const more = tasks.length > pageSize && last !== undefined
  return {
    tasks: shown.map((task) => viewTask(task, viewerOf(reader, caller), detail)),
    nextPageToken: more ? encodePageToken(reader.vault, scope, [last.status_at.toISOString(), last.id]) : '',
    pageSize,
    totalSize: total,
  }
}

type Parties = Pick<TaskSearch, 'agentId' | 'otherId' | 'roles'>

/** A provider's software that lists its own tasks counts as online. */
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
    const visible = await maySee(reader, caller, agent)
    return visible ? { agentId, otherId: agent.id, roles } : notFound('agent')
  }
  if (role !== 'client' && caller.kind === 'key') reader.presence.markSeen(agentId, reader.now)
  return { agentId, otherId: null, roles }
}

/** Phases of an A2A state in any spelling, or of a marketplace phase. No phase has the name of a state. */
function phasesOf(status: string): readonly Phase[] {
  const word = status.toLowerCase().replaceAll('-', '_')
  const state = taskStates.find((name) => [word, `task_state_${word}`].includes(name.toLowerCase()))
  const found = phases.filter((phase) => (state === undefined ? phase === word : stateOf[phase] === state))
  if (found.length > 0) return found
  return fail(
    'bad-request',
    `"status" must be a task state, not "${status.slice(0, 40)}".`,
    `Choose one of: ${taskStates.join(', ')}.`,
  )
}

/** The schema accepts leap seconds, which `Date` cannot represent. */
function timeOf(text: string | undefined): Date | null {
  if (text === undefined) return null
  const time = new Date(text)
  return Number.isNaN(time.getTime())
    ? fail(
        'bad-request',
        '"statusTimestampAfter" must be an ISO 8601 timestamp.',
        'Send a time such as 2026-11-15T09:30:00.000Z.',
      )
    : time
}

function positionOf(reader: Reader, scope: string, token: string | undefined): TaskSearch['before'] {
  if (token === undefined || token === '') return null
  const [at, id] = decodePageToken(reader.vault, scope, token)
  return typeof at === 'string' && typeof id === 'string' ? { at: new Date(at), id } : refusePageToken()
}
