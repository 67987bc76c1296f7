import { contract, type Contract, type Input, type Reply, type Route } from 'souk-contract'
import { download, type Download } from './download.ts'
import { hire, type HireInput, type HireOptions } from './hire/hire.ts'
import { createHiredTask } from './hire/create-hired-task.ts'
import type { HiredTask } from './hire/hired-task.ts'
import type { Connection } from './request.ts'
import { send, sendForCsv, type CallOptions, type CsvPage } from './send.ts'
import { openStream, type LiveStream, type StreamEvent, type StreamOptions } from './stream.ts'
import { uploadFile, type UploadAnyFile } from './upload-file.ts'
import { upload, type UploadFile } from './upload.ts'

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

export type ClientOf<C extends RouteGroups> = {
  readonly [G in keyof C]: { readonly [K in keyof C[G]]: CallOf<C[G][K]> }
}

/** Type of the call of a route: a stream, an upload, a download, a CSV page or a plain call. */
export type CallOf<R extends Route> = R extends { readonly stream: readonly string[] }
  ? StreamCall<R>
  : R extends { readonly upload: true }
    ? UploadCall<R>
    : R extends { readonly download: true }
      ? DownloadCall<R>
      : R extends { readonly csv: true }
        ? CsvCall<R> & Call<R>
        : Call<R>

/** Takes path, query and body fields in one object; returns the `data` of the envelope, or the A2A object. */
export type Call<R extends Route> = (...call: CallArguments<Input<R>, CallOptions>) => Promise<Reply<R>>

export type StreamCall<R extends Route> = (
  ...call: CallArguments<Input<R>, StreamOptions>
) => LiveStream<StreamEvent<R>>

export type UploadCall<R extends Route> = (
  input: Input<R> & { readonly file: UploadFile },
  options?: CallOptions,
) => Promise<Reply<R>>

export type DownloadCall<R extends Route> = (
  ...call: CallArguments<Input<R>, CallOptions>
) => Promise<Download>

/** Returns the page as comma-separated values. */
export type CsvCall<R extends Route> = (
  input: Input<R>,
  options: CallOptions & { readonly as: 'csv' },
) => Promise<CsvPage>

type CallArguments<I, Options> = unknown extends I
  ? [input?: Record<string, never>, options?: Options]
  : Partial<I> extends I
    ? [input?: I, options?: Options]
    : [input: I, options?: Options]

type RouteGroups = Readonly<Record<string, Readonly<Record<string, Route>>>>

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
