import { contract, type Contract, type Route } from 'souk-contract'
import type { ClientOf, RouteGroups } from './client-types.ts'
import { download } from './download.ts'
import { hire, type HireInput, type HireOptions } from './hire/hire.ts'
import { createHiredTask } from './hire/create-hired-task.ts'
import type { HiredTask } from './hire/hired-task.ts'
import type { Connection } from './request.ts'
import { send, sendForCsv } from './send.ts'
import { openStream, type StreamOptions } from './stream.ts'
import { uploadFile, type UploadAnyFile } from './upload-file.ts'
import { upload } from './upload.ts'

/**
 * Every route of the contract as a function, and the handles of tasks that you hired for.
 *
 * @example
 * const { agent } = await souk.agents.getAgent({ name: 'ada-translates' })
 * const task = await souk.hire({ agent: agent.name, message: 'Guten Tag! In English, please.' })
 */
export type Client = Omit<ClientOf<Contract>, 'files'> & {
  readonly files: ClientOf<Contract>['files'] & { readonly upload: UploadAnyFile }
  /**
   * Hires an agent and returns the handle of the task. The price is held immediately.
   *
   * @example
   * const task = await souk.hire(
   *   { agent: 'ada-translates', message: 'Into English, please.', price: { amount: 2000, currency: 'USD' } },
   *   { idempotencyKey: 'order-17' },
   * )
   *
   * @example
   * const task = await souk.hire({
   *   agent: 'ada-translates',
   *   title: 'Letter to the bank',
   *   message: 'Into English, please.',
   *   price: { amount: 2000, currency: 'USD' },
   *   terms: { deliverBy: '2026-12-01T12:00:00.000Z', maxRevisions: 1, onSilence: 'dispute' },
   *   files: [await fileSource('letter.pdf')],
   * })
   * const { text, version } = await task.result()
   * await task.accept({ expectedVersion: version })
   */
  hire(input: HireInput, options?: HireOptions): Promise<HiredTask>
  /**
   * Handle of a task by its id, for example after a crash. Makes no request.
   *
   * @example
   * const { text } = await souk.task('task_01jcxg5s7ve0br4y2a6f3k8m9n').result()
   */
  task(taskId: string): HiredTask
}

/**
 * Creates a client. It makes no request.
 *
 * @example
 * const souk = createClient({ baseUrl: 'https://souk.example/api', token: process.env['SOUK_KEY'] })
 */
export function createClient(connection: Connection): Client {
  const client = clientFor(contract, connection)
  const uploadAny: UploadAnyFile = (source, options) => uploadFile(client.files, source, options)
  return {
    ...client,
    files: { ...client.files, upload: uploadAny },
    hire: (input, options) => hire(client, input, options),
    task: (taskId) => createHiredTask(client, taskId),
  }
}

/** Client for any set of routes. The overload connects the runtime data with its derived type. */
export function clientFor<const C extends RouteGroups>(groups: C, connection: Connection): ClientOf<C>
export function clientFor(groups: RouteGroups, connection: Connection): object {
  return mapValues(groups, (routes) => mapValues(routes, (route) => callOf(connection, route)))
}

type AnyOptions = StreamOptions & { readonly as?: 'csv' }

function callOf(connection: Connection, route: Route): (input?: object, options?: AnyOptions) => unknown {
  if (route.stream !== undefined) return (input, options) => openStream(connection, route, { input, options })
  if (route.upload === true) return (input, options) => upload(connection, route, { input, options })
  if (route.download === true) return (input, options) => download(connection, route, { input, options })
  return (input, options) =>
    (options?.as === 'csv' ? sendForCsv : send)(connection, route, { input, options })
}

function mapValues<T>(values: Readonly<Record<string, T>>, change: (value: T) => unknown): object {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]))
}
