/** Shared by the operations of the consent page. */
import type { Reader } from '../../../db/transact.ts'
import { fail } from '../../../failure.ts'
import { after } from '../../../lib/clock.ts'
import { addresseeOf, stateOf, termsOf, type Addressee } from './authorization-request.ts'
import { isDocumentUrl } from '../clients/client-metadata.ts'
import { findClient, type ClientRow } from '../clients/client-queries.ts'
import { matchesRedirect, redirectWith } from './redirect-uris.ts'
import { documentLifetimeMs } from '../rules.ts'

const reload = 'Go back to the app and connect it again.'

export function requireAddressee(query: string): Addressee {
  return (
    addresseeOf(query) ??
    fail('bad-request', '"query" must contain "client_id" and "redirect_uri", each once.', reload)
  )
}

/** The client of a request, with a current document and this redirect URI. No refusal leads to a redirect. */
export async function requireClient(
  reader: Reader,
  { clientId, redirectUri }: Addressee,
): Promise<ClientRow> {
  const client = await findClient(reader, clientId)
  if (client === undefined) {
    return fail(
      'bad-request',
      'The app is unknown: "client_id" is neither registered nor the URL of a metadata document.',
      isDocumentUrl(clientId) ? 'Open the consent page again, which reads the metadata document.' : reload,
    )
  }
  if (!isCurrent(client, reader.now)) {
    return fail('conflict', 'The description of the app is out of date.', 'Load the page again.')
  }
  if (!matchesRedirect(client.redirect_uris, redirectUri)) {
    return fail('bad-request', '"redirect_uri" is not a redirect URI of this app.', reload)
  }
  return client
}

/** Whether no document must be read before the client is used. */
export function isCurrent({ checked_at: checkedAt, failure }: ClientRow, now: Date): boolean {
  return checkedAt === null || (failure === null && checkedAt > after(now, -documentLifetimeMs))
}

/** The terms of a valid request. */
export function requireTerms(query: string, origin: string) {
  const terms = termsOf(query, origin)
  return 'error' in terms ? fail('bad-request', terms.description, reload) : terms
}

/** Response to the client (RFC 9207: it names the issuer, so that clients cannot mix up servers). */
export function respond(
  { settings }: Pick<Reader, 'settings'>,
  query: string,
  parameters: Readonly<Record<string, string>>,
): string {
  const { redirectUri } = requireAddressee(query)
  return redirectWith(redirectUri, { ...parameters, state: stateOf(query), iss: settings.origin })
}
