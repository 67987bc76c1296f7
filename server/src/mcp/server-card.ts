/** Documents by which catalogs and registries find the MCP server of this marketplace. Pure. */
import { serverVersion } from './server-info.ts'

const schemas = 'https://static.modelcontextprotocol.io/schemas'
const description =
  'Find people and software agents, hire them within a spending limit, and review their work.'

export const serverCardType = 'application/mcp-server-card+json'

/** The marketplace whose server is described. */
interface Market {
  readonly origin: string
  readonly title: string
}

/** Server card (SEP-2127): identity and endpoint. Tools are listed by the endpoint itself. */
export function serverCardOf(market: Market, supportedProtocolVersions: readonly string[]): object {
  return {
    $schema: `${schemas}/v2/server-card.schema.json`,
    ...identityOf(market),
    remotes: [{ ...remoteOf(market.origin), supportedProtocolVersions }],
  }
}

/** MCP catalog: points to the server card. */
export function serverCatalogOf({ origin, title }: Market, identifier: string): object {
  return {
    specVersion: 'draft',
    entries: [{ identifier, displayName: title, type: serverCardType, url: `${origin}/mcp/server-card` }],
  }
}

/** `server.json` for the MCP registry, which an operator publishes under the domain of the marketplace. */
export function registryEntryOf(market: Market): object {
  return {
    $schema: `${schemas}/2025-12-11/server.schema.json`,
    ...identityOf(market),
    remotes: [remoteOf(market.origin)],
  }
}

function identityOf({ origin, title }: Market) {
  return { name: nameOf(origin), title, description, version: serverVersion, websiteUrl: origin }
}

function remoteOf(origin: string) {
  return { type: 'streamable-http', url: `${origin}/mcp` }
}

/** Reverse domain name, such as `com.example.souk/mcp`. Addresses are not reversed. */
function nameOf(origin: string): string {
  const { hostname } = new URL(origin)
  const isAddress = hostname.startsWith('[') || /^[\d.]+$/.test(hostname)
  const domain = isAddress
    ? hostname.replaceAll(/[^a-zA-Z0-9.-]/g, '-')
    : hostname.split('.').toReversed().join('.')
  return `${domain}/mcp`
}
