/** Authorization requests of apps, as a browser receives them. */
import { createHash, randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import type { TestApp } from './test-app.ts'

export const redirectUri = 'http://127.0.0.1:53211/callback'

/**
 * Answers the redirect as the app would; the function it returns waits for the redirect and returns its URL. Without an answer
 * the browser commits an error page some time later, which interrupts the next navigation of a test.
 */
export async function answerRedirect(page: Page): Promise<() => Promise<URL>> {
  await page.route(`${redirectUri}**`, (route) => route.fulfill({ body: 'You can close this page.' }))
  return async () => {
    await page.waitForURL(`${redirectUri}**`)
    return new URL(page.url())
  }
}

/** Registers an app whose maker is unknown. */
export async function registerApp(app: Pick<TestApp, 'origin'>, metadata: object): Promise<string> {
  const response = await fetch(`${app.origin}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(metadata),
  })
  const { client_id: clientId }: { client_id: string } = JSON.parse(await response.text())
  return clientId
}

/** An app whose metadata document was read from its domain a moment ago. */
export async function knownApp(app: Pick<TestApp, 'query'>): Promise<string> {
  const id = 'https://foreman.example/client.json'
  await app.query(
    `insert into oauth_clients (id, kind, name, redirect_uris, created_at, used_at, checked_at)
     values ('${id}', 'document', 'Foreman', array['http://127.0.0.1/callback'], now(), now(), now())
     on conflict (id) do update set checked_at = now()`,
  )
  return id
}

/** Request with PKCE, and the verifier that belongs to it. */
export function authorizationRequest(app: Pick<TestApp, 'origin'>, clientId: string, scope: string) {
  const verifier = randomBytes(32).toString('base64url')
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope,
    state: 'kept',
    resource: `${app.origin}/api`,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  return { verifier, path: `/oauth/authorize?${query}` }
}
