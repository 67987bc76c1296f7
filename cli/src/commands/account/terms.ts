import type { Consent } from 'souk-contract'
import { command, type CommandGroup } from '../../engine/command.ts'
import { integer, required } from '../../engine/params.ts'
import { at, line, record, resource, type Fields } from '../../terminal/views.ts'

const show = command({
  name: 'show',
  summary: 'Show the terms of service',
  operations: ['getMarketTerms'],
  example: 'souk terms show',
  run: ({ client }) => client.market.getMarketTerms(),
  render: ({ terms }) =>
    terms === null
      ? [line('This marketplace has no terms of service.')]
      : [
          record({ version: () => terms.version, effective: () => at(terms.effectiveAt) }, undefined),
          line(terms.text),
        ],
})

const consentFields: Fields<Consent> = {
  version: ({ version }) => version,
  accepted: ({ consentedAt }) => at(consentedAt),
}

const accept = command({
  name: 'accept',
  summary: 'Accept the terms of service',
  description: 'Read them first with "souk terms show".',
  operations: ['acceptMarketTerms'],
  options: { terms: required(integer('Version that you have read', { min: 1 })) },
  example: 'souk terms accept --terms 2',
  run: ({ client }, { terms: version }) => client.market.acceptMarketTerms({ version }),
  render: resource('consent', consentFields, 'Accepted terms of service.'),
})

export const terms: CommandGroup = {
  name: 'terms',
  summary: 'Read and accept the terms of service',
  commands: [show, accept],
}
