/** Typed client of a Souk marketplace, worker for providers, and webhook verification. */
export { createAdminClient, type AdminClient } from './admin-client.ts'
export { createClient, type Client } from './client.ts'
export type { Call, CallOf, CsvCall, DownloadCall, StreamCall, UploadCall } from './client-types.ts'
export type { Download } from './download.ts'
export { isSoukError, SoukError } from './error.ts'
export type { HireInput, HireOptions } from './hire/hire.ts'
export type { Content } from './hire/content.ts'
export type {
  AcceptOptions,
  ActionOptions,
  DisputeInput,
  EventOptions,
  HiredTask,
} from './hire/hired-task.ts'
export type { ResultFile } from './hire/result-files.ts'
export type { TaskEvent } from './hire/task-events.ts'
export { isTaskOutcomeError, TaskOutcomeError, type OutcomeCode } from './hire/task-outcome-error.ts'
export type { ProviderQuestion, ResultOptions, TaskResult } from './hire/task-result.ts'
export { isTaskMarket, marketOf, textOf, type MarketChange, type TaskUpdate } from './market.ts'
export { iterate, type ItemOf, type Page, type TokenPage } from './paging.ts'
export type { Connection, Token } from './request.ts'
export type { CallOptions, CsvPage } from './send.ts'
export type { Interruption, LiveStream, StreamEvent, StreamOptions } from './stream.ts'
/** @deprecated Use `Interruption`. */
export type { Interruption as Cut } from './stream.ts'
export type { FileSource, UploadAnyFile, UploadOptions, UploadProgress } from './upload-file.ts'
export type { UploadFile } from './upload.ts'
export {
  verifyWebhook,
  WebhookError,
  type VerifyOptions,
  type WebhookEvent,
  type WebhookHeaders,
  type WebhookProblem,
} from './verify-webhook.ts'
export type { Question, QuestionHandler } from './worker/question.ts'
export type { Handler, Report, Work } from './worker/runner.ts'
export { TaskInterrupted } from './worker/live-task.ts'
export { memoryStore, type PositionStore } from './worker/store.ts'
export type { Chunk, Handover, Piece, TaskHandle } from './worker/task-handle.ts'
export { createWorker, type SoukWorker, type WorkerOptions } from './worker/worker.ts'

/** Types of the contract, so that users of the client need no second package. */
export type * from 'souk-contract'
export {
  checkAmount,
  currencyCodes,
  decimalsOf,
  errorKinds,
  eventKinds,
  feeOf,
  formatAmount,
  formatMoney,
  isCurrency,
  marketplaceExtension,
  minorUnits,
  parseMoney,
  payablePart,
  rulesOf,
} from 'souk-contract'
