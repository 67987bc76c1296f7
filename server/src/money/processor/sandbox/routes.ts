import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Store } from '../../../db/transact.ts'
import { Failure, fail, notFound } from '../../../failure.ts'
import { completeSession, type Completion, type SessionKind } from './complete-session.ts'
import { confirmPage, declineTexts, donePage, gonePage, missingPage, sessionPage } from './pages.ts'
import { findSession, sessionState } from './sessions.ts'
import { sandboxStyle } from './style.ts'

const kinds: readonly SessionKind[] = ['checkout', 'setup', 'onboard']
const formBytesMax = 4096
const idPattern = /^sbs_[\w-]{32}$/

/** Serves the hosted pages: as forms for people, as `POST …/complete` for programs. */
export function mountSandboxPages(app: FastifyInstance, { store }: { store: Store }): void {
  // A separate scope, because the rest of the server accepts no forms.
  void app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: formBytesMax },
      async (_request: unknown, body: string) => Object.fromEntries(new URLSearchParams(body)),
    )
    scope.get('/sandbox/style.css', { config: page('style') }, async (_request, reply) =>
      reply.header('cache-control', 'public, max-age=60').type('text/css; charset=utf-8').send(sandboxStyle),
    )
    for (const kind of kinds) mountKind(scope, store, kind)
  })
}

function mountKind(scope: FastifyInstance, store: Store, kind: SessionKind): void {
  const url = `/sandbox/${kind}/:id`
  const config = page(kind)
  scope.get<{ Params: { id: string } }>(url, { config }, async (request, reply) => {
    const { session, now } = await store.read(async (reader) => ({
      session: idPattern.test(request.params.id) ? await findSession(reader, request.params.id) : undefined,
      now: reader.now,
    }))
    if (session?.kind !== kind) return html(reply, 404, missingPage())
    const state = sessionState(session, now)
    if (state === 'expired') return html(reply, 410, gonePage())
    return html(reply, 200, state === 'completed' ? donePage(session) : sessionPage(session))
  })
  scope.post<{ Params: { id: string } }>(url, { config, bodyLimit: formBytesMax }, async (request, reply) => {
    const card = field(request.body, 'card')
    const answer = field(request.body, 'authenticated')
    const input = { card, bank: field(request.body, 'bank'), authenticated: answer === 'yes' }
    if (!idPattern.test(request.params.id)) return html(reply, 404, missingPage())
    const completion = await completeSession(store, { id: request.params.id, kind }, input)
    return showCompletion(reply, completion, { card, refusedToConfirm: answer === 'no' })
  })
  scope.post<{ Params: { id: string } }>(
    `${url}/complete`,
    { config, bodyLimit: formBytesMax },
    async (request) => {
      if (!idPattern.test(request.params.id)) return notFound('session')
      const input = {
        card: field(request.body, 'card'),
        bank: field(request.body, 'bank'),
        authenticated: field(request.body, 'authenticated') !== 'false',
      }
      return answerCompletion(await completeSession(store, { id: request.params.id, kind }, input))
    },
  )
}

function page(operation: string) {
  return { operation: `sandbox-${operation}`, surface: 'platform' as const, quiet: true }
}

function field(body: unknown, name: string): string {
  if (typeof body !== 'object' || body === null) return ''
  const value: unknown = Object.entries(body).find(([key]) => key === name)?.[1]
  return typeof value === 'string' || typeof value === 'boolean' ? String(value) : ''
}

function showCompletion(
  reply: FastifyReply,
  completion: Completion,
  { card, refusedToConfirm }: { card: string; refusedToConfirm: boolean },
): FastifyReply {
  switch (completion.result) {
    case 'missing':
      return html(reply, 404, missingPage())
    case 'expired':
      return html(reply, 410, gonePage())
    case 'completed':
      return html(reply, 200, donePage(completion.session))
    case 'authenticate':
      return refusedToConfirm
        ? html(reply, 402, sessionPage(completion.session, { problem: declineTexts.authentication_required }))
        : html(reply, 200, confirmPage(completion.session, card))
    case 'declined':
      return html(reply, 402, sessionPage(completion.session, { problem: declineTexts[completion.code] }))
    case 'unknown_instrument':
      return html(reply, 422, sessionPage(completion.session, { problem: 'Choose a test account.' }))
  }
}

function answerCompletion(completion: Completion) {
  switch (completion.result) {
    case 'missing':
      return notFound('session')
    case 'expired':
      return fail('gone', 'The session has expired.', 'Create a new session.')
    case 'completed':
      return { success: true, data: { session: { id: completion.session.id, status: 'completed' } } }
    case 'authenticate':
      return fail(
        'unprocessable',
        'The card requires authentication.',
        'Set "authenticated" to true, or omit it.',
      )
    case 'declined':
      throw new Failure('unprocessable', `Declined: ${completion.code}.`, {
        hint: declineTexts[completion.code],
      })
    case 'unknown_instrument':
      return fail(
        'unprocessable',
        '"card" or "bank" must be a test instrument of the sandbox.',
        'Send {"card": "4242424242424242"} or {"bank": "sandbox_bank_ok"}; docs/payments.md lists all of them.',
      )
  }
}

function html(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply
    .code(status)
    .header(
      'content-security-policy',
      "default-src 'none'; style-src 'self'; font-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    )
    .type('text/html; charset=utf-8')
    .send(text)
}
