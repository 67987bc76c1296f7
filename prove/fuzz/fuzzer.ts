/** Sends generated requests over several connections and validates the responses. */
import { minute } from '../../server/src/lib/clock.ts'
import { fail } from '../../server/test/fixtures/fail.ts'
import type { Souk } from '../../server/test/fixtures/harness.ts'
import { hasJsonRpc } from '../../server/test/fixtures/a2a/json-rpc-calls.ts'
import type { Random } from '../../server/test/fixtures/seeded-random.ts'
import { assertClaim, type Counts } from '../suite.ts'
import { sendByGrpc } from './grpc-requests.ts'
import { operationsOf, readDocument, type Operation } from './openapi-document.ts'
import {
  atLimits,
  byExample,
  generateRequest,
  unbiased,
  type GeneratorContext,
  type RequestDraft,
} from './requests.ts'
import { framed, framedInChunks, framedInvalidly, inTwoPackets, type FramedRequest } from './framing.ts'
import { createValidator, type ResponseValidator } from './response-validator.ts'
import { overJsonRpc } from './json-rpc-requests.ts'
import { jsonRpcPath } from './json-rpc-validator.ts'
import { mutate } from './mutations.ts'
import { authorizedFor, buildFixture, callerFor, remember, type Fixture, type Principal } from './fixture.ts'
import { openConnection, type NoResponse, type RawConnection, type RawResponse } from './raw-http-client.ts'

const connectionCount = 24
const roundMax = 2_000
/** All workers except those that connect to addresses from requests. */
const workers = ['event-relay', 'webhook-dispatch', 'mails', 'sandbox', 'sandbox-events', 'processor-events', 'payments', 'payouts', 'task-timeouts', 'reputation', 'audit-chain', 'last-used', 'presence', 'approvals', 'search-vocabulary', 'sweep'] // prettier-ignore

/** Not sent: it would move the time of all other calls by up to ten years. */
const excluded: ReadonlySet<string> = new Set(['advanceClock'])

export interface Fuzzer {
  readonly operations: readonly Operation[]
  readonly tally: Tally
  /** Calls every operation with its example and an authorized caller, over every binding that has it. */
  sendExamples(): Promise<void>
  /** Sends valid and mutated requests up to this total. */
  sendUpTo(count: number): Promise<void>
  /** Sends this many valid and damaged requests over gRPC; returns the responses by status. */
  sendByGrpc(count: number): Promise<Counts>
}

interface Tally {
  sent: number
  sentByJsonRpc: number
  /** Number of requests by outcome: status, or no response. */
  readonly outcomes: Map<string, number>
  /** Operations, and methods of JSON-RPC, with at least one successful call. */
  readonly succeeded: Set<string>
  /** Violations, deduplicated by operation and message. */
  readonly violations: Map<string, string>
}

export async function createFuzzer(
  souk: Souk,
  random: Random,
  progress: (done: number) => void,
): Promise<Fuzzer> {
  const document = readDocument()
  const operations = operationsOf(document).filter(({ id }) => !excluded.has(id))
  const tally: Tally = {
    sent: 0,
    sentByJsonRpc: 0,
    outcomes: new Map(),
    succeeded: new Set(),
    violations: new Map(),
  }
  const port = portOf(souk)
  let fixture = await buildFixture(souk)
  const state: FuzzState = { validate: createValidator(document), tally, progress, fixture: () => fixture }
  const requireNoViolations = () =>
    assertClaim(tally.violations.size === 0, [...tally.violations.values()].slice(0, 10).join('\n  '))
  return {
    operations,
    tally,
    sendExamples: async () => {
      const connection = openConnection(port)
      for (const operation of bySideEffects(operations)) {
        const callers = callersOf(fixture, operation)
        for (const caller of [...callers, ...callers]) {
          if (tally.succeeded.has(operation.id)) break
          const draft = generateRequest({ random, document, fixture: fixture }, operation, caller, byExample)
          for (const over of [...overJsonRpc(draft), draft])
            await exchange(state, connection, over, framed(over))
        }
        if (tally.violations.size > 0) break
      }
      connection.close()
      requireNoViolations()
    },
    sendByGrpc: async (count) => {
      fixture = await buildFixture(souk, fixture)
      const next = () => rpcDrafts({ random, document, fixture }, operations)
      return sendByGrpc(port, { count, random, next })
    },
    sendUpTo: async (count) => {
      while (tally.sent < count) {
        let left = Math.min(count - tally.sent, roundMax)
        const next = () =>
          left-- > 0 ? randomRequest({ random, document, fixture: fixture }, operations) : undefined
        await Promise.all(
          Array.from({ length: connectionCount }, () =>
            sendAll(state, openConnection(port), { next, random }),
          ),
        )
        requireNoViolations()
        await souk.work(workers)
        souk.clock.advance(10 * minute)
        if (tally.sent < count) fixture = await buildFixture(souk, fixture)
      }
    },
  }
}

/** Deletions come after all other calls, and signing out comes last. */
function bySideEffects(operations: readonly Operation[]): Operation[] {
  const rank = ({ method, path }: Operation) =>
    method === 'DELETE' ? (path.includes('/sessions') ? 2 : 1) : 0
  return operations.toSorted((left, right) => rank(left) - rank(right))
}

/** The most suitable callers first: those acting as an agent where the operation needs one. */
function callersOf(fixture: Fixture, { security, parameters }: Operation): Principal[] {
  const acting = parameters.some(({ name }) => name === 'X-Agent-Context')
  const fit = ({ agent }: Principal) => (acting === (agent !== undefined) ? 0 : 1)
  return authorizedFor(fixture, security).toSorted((left, right) => fit(left) - fit(right))
}

/** JSON-RPC has few of the operations, so a random one would rarely use it. */
const jsonRpcPercent = 15

function randomRequest(context: GeneratorContext, operations: readonly Operation[]): RequestDraft {
  const { random, fixture } = context
  const byRpc = random.chance(jsonRpcPercent)
  const operation = random.pick(byRpc ? operations.filter(({ id }) => hasJsonRpc(id)) : operations)
  const caller = callerFor(fixture, random, operation.security)
  const bias = random.pick([byExample, byExample, unbiased, atLimits])
  const direct = generateRequest(context, operation, caller, bias)
  const draft = random.pick(byRpc ? overJsonRpc(direct) : [direct])
  if (random.chance(35)) return draft
  const once = mutate(draft, context)
  return random.chance(15) ? mutate(once, context) : once
}

/** The same valid call in both versions of JSON-RPC. */
function rpcDrafts(context: GeneratorContext, operations: readonly Operation[]): RequestDraft[] {
  const { random, fixture } = context
  const operation = random.pick(operations.filter(({ id }) => hasJsonRpc(id)))
  const caller = callerFor(fixture, random, operation.security)
  const bias = random.pick([byExample, unbiased, atLimits])
  return overJsonRpc(generateRequest(context, operation, caller, bias))
}

interface FuzzState {
  readonly validate: ResponseValidator
  readonly tally: Tally
  progress(done: number): void
  fixture(): Fixture
}

async function sendAll(
  state: FuzzState,
  connection: RawConnection,
  { next, random }: { next: () => RequestDraft | undefined; random: Random },
): Promise<void> {
  for (let draft = next(); draft !== undefined; draft = next()) {
    const whole = random.chance(3) ? framedInChunks(draft) : framed(draft)
    const sending = random.chance(4) ? framedInvalidly(draft, random) : whole
    await exchange(state, connection, draft, random.chance(10) ? inTwoPackets(sending, random) : sending)
  }
  connection.close()
}

async function exchange(
  state: FuzzState,
  connection: RawConnection,
  draft: RequestDraft,
  sending: FramedRequest,
): Promise<void> {
  const response = await connection.send(sending)
  recordResponse(state, draft, sending, response)
  if (typeof response === 'string') return
  if (response.status === 200) remember(state.fixture(), response.body.toString('utf8'))
  if (response.status === 401 && draft.caller.credential !== 'none')
    draft.caller.token = await draft.caller.renew()
}

function recordResponse(
  { validate, tally, progress }: FuzzState,
  draft: RequestDraft,
  sending: FramedRequest,
  response: RawResponse | NoResponse,
): void {
  const { operation, violation } = validate(draft, sending, response)
  const { outcomes, succeeded, violations } = tally
  const outcome = typeof response === 'string' ? response : String(response.status)
  progress(++tally.sent)
  if (jsonRpcPath.test(draft.operation.path)) tally.sentByJsonRpc += 1
  outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
  if (outcome === '200' && operation !== undefined) succeeded.add(operation.id)
  if (violation === undefined) return
  const key = `${operation?.id ?? sending.framing} ${violation.slice(0, 50)}`
  violations.set(key, violations.get(key) ?? `${describeRequest(draft, sending)}: ${violation}`)
}

function describeRequest(
  { method, path, caller, mutations, body }: RequestDraft,
  { framing }: FramedRequest,
): string {
  const why = [...mutations, framing].filter((name) => name !== '').join(', ')
  return `${method} ${path.slice(0, 200)} by ${caller.name} (${why}) ${body?.toString('utf8').slice(0, 200) ?? ''}`
}

function portOf({ app }: Souk): number {
  const address = app.server.address()
  return typeof address === 'object' && address !== null ? address.port : fail('no port')
}
