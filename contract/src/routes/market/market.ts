import { Type } from 'typebox'
import { closed, route } from '../../route.ts'
import { field, nullable } from '../../shapes/common.ts'
import { Market } from '../../shapes/operators/policy.ts'
import { Consent, MarketTerms, TermsVersion } from '../../shapes/operators/market-terms.ts'

export const market = {
  getMarket: route({
    method: 'GET',
    path: '/market',
    surface: 'platform',
    auth: 'none',
    reply: Market,
    errors: [],
    summary: 'Retrieve the state of the marketplace',
    description:
      'Returns name, logo, color, links and announcement of the marketplace, whether the marketplace accepts writes, sign-ups and payouts, the categories with their fees, and the default terms.',
    example: {},
  }),
  getMarketTerms: route({
    method: 'GET',
    path: '/terms-of-service',
    surface: 'platform',
    auth: 'none',
    reply: Type.Object({
      terms: nullable(MarketTerms, 'The latest version; `null` if the operators have published none.'),
    }),
    errors: [],
    summary: 'Retrieve the terms of service',
    description: 'Returns the latest version of the terms of service, which may take effect later.',
    example: {},
  }),
  acceptMarketTerms: route({
    method: 'POST',
    path: '/users/me/terms-of-service',
    surface: 'platform',
    auth: 'user',
    body: Type.Object({ version: TermsVersion }, closed),
    reply: Type.Object({ consent: field(Consent, 'The consent.') }),
    errors: ['conflict'],
    summary: 'Accept the terms of service',
    description:
      'Records the consent of the caller to the latest version. Fails with `conflict` if `version` is not the latest. Repeating it changes nothing.',
    example: { body: { version: 2 } },
  }),
}
