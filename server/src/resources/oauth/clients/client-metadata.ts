/** Interprets what a client says about itself, at registration (RFC 7591) or in its metadata document. Pure. */
import { withoutHidden } from '../../../lib/plain-text.ts'
import { grantTypes } from '../authorization-server.ts'
import { isAllowedRedirect } from '../authorization/redirect-uris.ts'

export interface ClientMetadata {
  readonly name: string
  readonly homepage: string | null
  readonly redirectUris: string[]
  /** Whether the client asks for the device flow. */
  readonly device: boolean
}

/** Why metadata is refused: an error code of RFC 7591 and a sentence. */
interface MetadataRefusal {
  readonly error: 'invalid_redirect_uri' | 'invalid_client_metadata'
  readonly description: string
}

const nameLengthMax = 80
const redirectsMax = 10
const homepageLengthMax = 500

export function readClientMetadata(value: unknown): ClientMetadata | MetadataRefusal {
  if (!isRecord(value)) return refuse('The metadata must be a JSON object.')
  const { token_endpoint_auth_method: method } = value
  if (method !== undefined && method !== 'none') {
    return refuse('"token_endpoint_auth_method" must be "none": only public clients with PKCE are supported.')
  }
  const device =
    value['grant_types'] !== undefined && includesIfPresent(value['grant_types'], grantTypes.device)
  const usesCodes = includesIfPresent(value['grant_types'], grantTypes.code)
  if (!usesCodes && !device) {
    return refuse(`"grant_types" must include "${grantTypes.code}" or "${grantTypes.device}".`)
  }
  if (usesCodes && !includesIfPresent(value['response_types'], 'code')) {
    return refuse('"response_types" must include "code".')
  }
  const redirects = usesCodes ? value['redirect_uris'] : []
  if (!isTextArray(redirects) || (usesCodes && redirects.length === 0) || redirects.length > redirectsMax) {
    return refuse(`"redirect_uris" must list 1 to ${redirectsMax} URIs.`, 'invalid_redirect_uri')
  }
  if (!redirects.every(isAllowedRedirect)) {
    return refuse(
      'Every redirect URI must use https, http on 127.0.0.1, [::1] or localhost, or a private scheme with a dot; without fragment or user information.',
      'invalid_redirect_uri',
    )
  }
  return { name: nameIn(value), homepage: homepageIn(value), redirectUris: [...new Set(redirects)], device }
}

export function isRefusal(read: ClientMetadata | MetadataRefusal): read is MetadataRefusal {
  return 'error' in read
}

/** Metadata document of a client: it must name the URL that it was read from. */
export function readClientDocument(url: string, text: string): ClientMetadata | MetadataRefusal {
  const value = parse(text)
  if (!isRecord(value) || value['client_id'] !== url) {
    return refuse('"client_id" in the metadata document must be the URL of the document.')
  }
  return readClientMetadata(value)
}

/** Whether a client id is the URL of a metadata document: HTTPS with a path, and no other spelling of the same URL. */
export function isDocumentUrl(clientId: string): boolean {
  if (!clientId.startsWith('https://') || clientId.includes('#') || clientId.includes('@')) return false
  const url = URL.canParse(clientId) ? new URL(clientId) : undefined
  return url !== undefined && url.pathname.length > 1 && url.href === clientId
}

/** Hidden characters could imitate the name of another app. */
function nameIn({ client_name: name }: Readonly<Record<string, unknown>>): string {
  const shown = typeof name === 'string' ? withoutHidden(name).trim().slice(0, nameLengthMax) : ''
  return shown === '' || !shown.isWellFormed() ? 'Unnamed app' : shown
}

function homepageIn({ client_uri: uri }: Readonly<Record<string, unknown>>): string | null {
  const isLink =
    typeof uri === 'string' && uri.length <= homepageLengthMax && /^https:\/\/[\x21-\x7e]+$/.test(uri)
  return isLink && URL.canParse(uri) ? uri : null
}

function refuse(
  description: string,
  error: MetadataRefusal['error'] = 'invalid_client_metadata',
): MetadataRefusal {
  return { error, description }
}

function includesIfPresent(list: unknown, item: string): boolean {
  return list === undefined || (Array.isArray(list) && list.includes(item))
}

function isTextArray(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
