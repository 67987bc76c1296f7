import type { AgentCard } from 'souk-contract'

/** The card of an agent as clients of A2A 0.3 read it. */
export function cardFromV1(card: AgentCard): object {
  const { signatures: _signatures, supportedInterfaces, ...rest } = card
  const url = supportedInterfaces.find(({ protocolVersion }) => protocolVersion === '0.3')?.url
  const { securitySchemes, securityRequirements, capabilities, ...profile } = rest
  const { extendedAgentCard, ...features } = capabilities
  return {
    protocolVersion: '0.3.0',
    ...profile,
    url,
    preferredTransport: 'JSONRPC',
    additionalInterfaces: [{ url, transport: 'JSONRPC' }],
    capabilities: { ...features, stateTransitionHistory: false },
    supportsAuthenticatedExtendedCard: extendedAgentCard,
    securitySchemes: Object.fromEntries(
      Object.entries(securitySchemes).map(([name, { httpAuthSecurityScheme }]) => [
        name,
        { type: 'http', ...httpAuthSecurityScheme },
      ]),
    ),
    security: securityRequirements.map(({ schemes }) =>
      Object.fromEntries(Object.entries(schemes).map(([name, { list }]) => [name, list])),
    ),
  }
}

export function isCard(value: unknown): value is AgentCard {
  return typeof value === 'object' && value !== null && 'supportedInterfaces' in value
}
