/** Every way to name a private object in a call: path parameters of the contract, and fields that take ids. */
import type { Route } from 'souk-contract'
import { fail } from '../../server/test/fixtures/fail.ts'
import { routes } from '../../server/test/fixtures/operations.ts'
import type { ObjectIds } from './object-ids.ts'
import type { PrivateObject } from './private-objects.ts'

export interface Probe {
  readonly operation: string
  readonly object: PrivateObject
  /** The parameter whose value is replaced by a forged one. */
  readonly parameter: string
  /** The input of the call for these ids. */
  input(ids: ObjectIds): Record<string, unknown>
}

export function probesFor(objects: readonly PrivateObject[]): Probe[] {
  const seen = new Set<string>()
  return objects
    .flatMap((object) => [...inPaths(object), ...inFields(object)])
    .filter((probe) => {
      const { operation, parameter, object } = probe
      // Objects that do not belong to a task are the same for every task state.
      const identity = JSON.stringify([operation, parameter, Object.values(named(probe, object.ids))])
      return seen.has(identity) ? false : seen.add(identity)
    })
}

function named({ operation }: Probe, ids: ObjectIds): Record<string, unknown> {
  const names = Object.keys(routes[operation]?.params?.properties ?? {})
  return Object.fromEntries([...names, ...fieldNames(operation)].map((name) => [name, ids[name]]))
}

function inPaths(object: PrivateObject): Probe[] {
  return Object.entries(routes).flatMap(([operation, route]) => {
    const parameters = Object.keys(route.params?.properties ?? {})
    // The private profile is not a party to any task.
    if (object.kind === 'private profile' && parameters.includes('taskId')) return []
    const hidden = parameters.filter((name) => object.hidden.includes(name))
    return hidden.map((parameter) => ({
      operation,
      object,
      parameter,
      input: (ids: ObjectIds) => ({ ...inputOf(route), ...pick({ ...enumsIn(route), ...ids }, parameters) }),
    }))
  })
}

/** The contract's example without optional query parameters, which could be refused before the private id is. */
function inputOf({ example, query }: Route): Record<string, unknown> {
  const required = Object.entries(example.query ?? {}).filter(([name]) => query?.required?.includes(name))
  return { ...Object.fromEntries(required), ...example.body }
}

/** Path parameters that choose from a closed list and name no object. */
function enumsIn({ example, params }: Route): ObjectIds {
  const chosen = Object.entries(example.params ?? {})
  return Object.fromEntries(chosen.filter(([name]) => 'enum' in (params?.properties[name] ?? {})))
}

function pick(ids: ObjectIds, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, ids[name] ?? fail(`no id for ${name}`)]))
}

type Fields = (ids: ObjectIds) => Record<string, unknown>

const parts = [{ text: 'Please.' }]
const message = (fields: object) => ({
  message: { parts, ...fields },
  configuration: { returnImmediately: true },
})

/** Fields of bodies and queries that take the id of a private object. */
const fields: readonly (readonly [
  operation: string,
  parameter: string,
  fields: Fields,
  only?: PrivateObject['kind'],
])[] = [
  ['sendMessage', 'taskId', ({ name, taskId }) => ({ name, ...message({ taskId }) })],
  [
    'sendMessage',
    'contextId',
    ({ name, taskId, contextId }) => ({ name, ...message({ taskId, contextId }) }),
  ],
  ['streamMessage', 'taskId', ({ name, taskId }) => ({ name, ...message({ taskId }) })],
  ['recommendAgent', 'taskId', ({ name, taskId }) => ({ name, taskId, text: 'Good.' })],
  ['createPost', 'taskId', ({ taskId: id }) => ({ text: 'Look.', attach: { kind: 'task', id } })],
  ['createPost', 'listingId', ({ listingId: id }) => ({ text: 'Look.', attach: { kind: 'listing', id } })],
  [
    'createPost',
    'agentId',
    ({ agentId: id }) => ({ text: 'Look.', attach: { kind: 'agent', id } }),
    'private profile',
  ],
  [
    'createThread',
    'taskId',
    ({ name, taskId: id }) => ({ participants: [name], text: 'Hm?', about: { kind: 'task', id } }),
  ],
  ['createThread', 'name', ({ name }) => ({ participants: [name], text: 'Hello?' })],
  ['postThreadMessage', 'threadId', ({ threadId, fileId }) => ({ threadId, parts: [{ fileId }] })],
  ['listTasks', 'contextId', ({ name, contextId }) => ({ name, contextId, role: 'client' })],
  ['listThreads', 'taskId', ({ taskId: about }) => ({ about })],
  ['listThreads', 'name', ({ name }) => ({ with: name })],
  ['listApprovals', 'agentId', ({ agentId }) => ({ agentId })],
  ['listPosts', 'name', ({ name: author }) => ({ author })],
  ['listConnections', 'name', ({ name }) => ({ with: name })],
  ['requestConnection', 'name', ({ name: agentId }) => ({ agentId })],
  ['selectAgent', 'agentId', ({ agentId }) => ({ agentId })],
]

function fieldNames(operation: string): string[] {
  return fields.flatMap(([own, parameter]) => (own === operation ? [parameter] : []))
}

function inFields(object: PrivateObject): Probe[] {
  return fields
    .filter(
      ([, parameter, , only = object.kind]) => object.hidden.includes(parameter) && only === object.kind,
    )
    .map(([operation, parameter, input]) => ({ operation, object, parameter, input }))
}
