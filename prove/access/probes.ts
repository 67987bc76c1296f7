/** Every way to name a secret in a call: in the paths of the contract, and in the fields that take ids. */
import type { Route } from 'souk-contract'
import { fail, routes } from '../../server/test/fixtures/harness.ts'
import type { Place } from './graph.ts'
import type { Secret } from './secrets.ts'

export interface Question {
  readonly operation: string
  readonly secret: Secret
  /** What is forged to see whether the answer changes. */
  readonly parameter: string
  /** The call, about things of this place. */
  input(place: Place): Record<string, unknown>
}

export function questionsAbout(secrets: readonly Secret[]): Question[] {
  const seen = new Set<string>()
  return secrets
    .flatMap((secret) => [...inPaths(secret), ...inFields(secret)])
    .filter((question) => {
      const { operation, parameter, secret } = question
      // What has nothing to do with a task is the same in each of its states.
      const about = JSON.stringify([operation, parameter, Object.values(named(question, secret.place))])
      return seen.has(about) ? false : seen.add(about)
    })
}

function named({ operation }: Question, place: Place): Record<string, unknown> {
  const names = Object.keys(routes[operation]?.params?.properties ?? {})
  return Object.fromEntries([...names, ...fieldNames(operation)].map((name) => [name, place[name]]))
}

function inPaths(secret: Secret): Question[] {
  return Object.entries(routes).flatMap(([operation, route]) => {
    const parameters = Object.keys(route.params?.properties ?? {})
    // A private profile is no party to the tasks that there are.
    if (secret.kind === 'private profile' && parameters.includes('taskId')) return []
    const hidden = parameters.filter((name) => secret.hidden.includes(name))
    return hidden.map((parameter) => ({
      operation,
      secret,
      parameter,
      input: (place: Place) => ({ ...inputOf(route), ...pick(place, parameters) }),
    }))
  })
}

/** As the contract shows it, without the optional query: a reference in it could be refused before the secret is. */
function inputOf({ example, query }: Route): Record<string, unknown> {
  const required = Object.entries(example.query ?? {}).filter(([name]) => query?.required?.includes(name))
  return { ...Object.fromEntries(required), ...example.body }
}

function pick(place: Place, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, place[name] ?? fail(`nothing for ${name}`)]))
}

type Fields = (place: Place) => Record<string, unknown>

const parts = [{ text: 'Please.' }]
const message = (fields: object) => ({
  message: { parts, ...fields },
  configuration: { returnImmediately: true },
})

/** Fields of bodies and queries that take the id of something which may be a secret. */
const fields: readonly (readonly [
  operation: string,
  parameter: string,
  fields: Fields,
  only?: Secret['kind'],
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

function inFields(secret: Secret): Question[] {
  return fields
    .filter(
      ([, parameter, , only = secret.kind]) => secret.hidden.includes(parameter) && only === secret.kind,
    )
    .map(([operation, parameter, input]) => ({ operation, secret, parameter, input }))
}
