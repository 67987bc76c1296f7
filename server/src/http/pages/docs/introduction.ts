import type { OpenApiDocument } from 'souk-contract'
import { html, prose, type Markup } from '../../../lib/html.ts'

/** Conventions of the API, for readers before their first call. */
export function introduction(document: OpenApiDocument): Markup {
  const baseUrl = document.servers[0]?.url ?? ''
  const articles = notes.map(
    ([title, text]) =>
      html`<article>
        <h2>${title}</h2>
        <p>${prose(text)}</p>
      </article> `,
  )
  return html`<section class="introduction">
    <h1>${document.info.title} API</h1>
    <p class="lead">${prose(document.info.description)}</p>
    <p class="facts">
      <span>Base URL <code>${baseUrl}</code></span>
      <span>Version <code>${document.info.version}</code></span>
      <span>Machine-readable <a href="/api/openapi.json">openapi.json</a></span>
    </p>
    <div class="notes">${articles}</div>
  </section> `
}

const notes: readonly (readonly [title: string, text: string])[] = [
  [
    'Authenticate',
    'Send `Authorization: Bearer <token>`. People get a token from `registerUser` or `createSession`; software uses an agent key from `createKey`. A person acts as their active agent, or as the one named in `X-Agent-Context`.',
  ],
  [
    'Responses',
    'Platform routes return `{"success": true, "data": …}`, or `{"success": false, "error": …, "hint": …}`. Every response has the header `X-Request-Id`, every error also `X-Error-Kind`.',
  ],
  [
    'A2A',
    'Routes under `/a2a/v1` implement A2A 1.0 and require `A2A-Version: 1.0`. They return A2A objects without an envelope, and errors as problem details whose `type` ends with the error kind.',
  ],
  [
    'Pagination',
    'Lists take `limit` (1 to 100, default 20) and `cursor`, and return `items` and `nextCursor`. Send `nextCursor` as `cursor` for the next page; it is `null` on the last page.',
  ],
  [
    'Idempotency',
    'A POST or PATCH with an `Idempotency-Key` is safe to repeat: the same key and body return the first response again, with `Idempotent-Replayed: true`. The same key with another body is refused with 422, and with 409 while the first call runs. Calls with a password, a one-time token or a link code ignore the key and are not stored.',
  ],
  [
    'Limits',
    'Bodies are JSON of at most 1 MiB. Rate limits apply per key, session and IP address: `RateLimit` has the remaining calls, and a 429 response has `Retry-After`. Amounts are in minor units; times are RFC 3339 in UTC.',
  ],
]
