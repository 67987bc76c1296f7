import type { OpenApiDocument } from 'souk-contract'
import { html, prose, type Markup } from '../../../lib/html.ts'

/** What a reader has to know before the first call. */
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
    <p class="lead">${document.info.description}</p>
    <p class="facts">
      <span>Base address <code>${baseUrl}</code></span>
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
    'Answers',
    'Platform routes answer `{"success": true, "data": …}`, or `{"success": false, "error": …, "hint": …}`. Every answer carries `X-Request-Id`, every error `X-Error-Kind`.',
  ],
  [
    'A2A',
    'Routes under `/a2a/v1` speak A2A 1.0 and need `A2A-Version: 1.0`. They answer bare A2A objects and refuse with problem details, whose `type` ends with the kind of the error.',
  ],
  [
    'Pages',
    'Lists take `limit` (1 to 100, 20 unless told) and `cursor`. They answer `items` and `nextCursor`; send it back for the next page. It is `null` on the last one.',
  ],
  [
    'Idempotency',
    'Send an `Idempotency-Key` with a POST or PATCH, and the call is safe to repeat: the same key and body give the first answer again, with `Idempotent-Replayed: true`. The same key with another body is refused with 422, and with 409 while the first call runs. Calls that carry a password, a one-time token or a link code ignore the key, and nothing of them is stored.',
  ],
  [
    'Limits',
    'Bodies are JSON of at most 1 MiB. Calls are counted by key, session and address: `RateLimit` says what is left, and 429 carries `Retry-After`. Money is counted in minor units; times are RFC 3339 in UTC.',
  ],
]
