import { command } from '../../../engine/command.ts'
import { prose, required, time } from '../../../engine/params.ts'
import { at, resource, type Fields } from '../../../terminal/views.ts'
import { asOperator } from '../admin-api.ts'

const fields: Fields<{ readonly version: number; readonly effectiveAt: string }> = {
  version: ({ version }) => version,
  effective: ({ effectiveAt }) => at(effectiveAt),
}

export const publishTerms = command({
  name: 'publish-terms',
  summary: 'Publish a version of the terms of service',
  description:
    'People are asked for their consent. From the effective time on, their sessions cannot change anything without it.',
  operations: ['publishMarketTerms'],
  options: {
    text: required(prose('The terms as Markdown; @file reads a file, - standard input')),
    effective: required(time('When they take effect, such as 14d or 2026-12-01T00:00:00Z')),
    reason: required(prose('Why the terms change')),
  },
  confirm: () => 'Publish terms of service?',
  example:
    'souk admin policy publish-terms --text "# Terms" --effective 14d --reason "Second version." --yes',
  run: (context, { text, effective, reason }) =>
    asOperator(context, ({ policy }) => policy.publishMarketTerms({ text, effectiveAt: effective, reason })),
  render: resource('terms', fields, 'Published terms of service.'),
})
