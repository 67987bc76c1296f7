/** Types of the calls of a client, derived from routes. */
import type { Input, Reply, Route } from 'souk-contract'
import type { Download } from './download.ts'
import type { CallOptions, CsvPage } from './send.ts'
import type { LiveStream, StreamEvent, StreamOptions } from './stream.ts'
import type { UploadFile } from './upload.ts'

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

export type RouteGroups = Readonly<Record<string, Readonly<Record<string, Route>>>>
