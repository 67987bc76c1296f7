import { Type, type Static } from 'typebox'
import { operatorAccess } from '../operator-roles.ts'
import { closed, list, route } from '../route.ts'
import { Done, Email, createdAt, field } from '../shapes/common.ts'

export const suppressionReasons = ['bounce', 'complaint', 'operator'] as const
export type SuppressionReason = (typeof suppressionReasons)[number]

const Suppression = Type.Object(
  {
    address: field(Email, 'Address in lower case.'),
    reason: Type.Enum([...suppressionReasons], {
      description:
        'Why the address receives no emails. `bounce`: it does not exist. `complaint`: its owner reported spam.',
    }),
    detail: Type.String({ description: 'Response of the mail server, or a note.' }),
    createdAt,
  },
  { title: 'Suppression', description: 'An address that receives no emails.' },
)
export type Suppression = Static<typeof Suppression>

export const mails = {
  listSuppressions: list({
    path: '/admin/mail/suppressions',
    surface: 'platform',
    auth: 'operator',
    operators: operatorAccess.inspect,
    item: Suppression,
    errors: [],
    summary: 'List suppressed addresses',
    description: 'Returns the addresses that receive no email, in alphabetical order.',
    example: {},
  }),
  suppressAddress: route({
    method: 'POST',
    path: '/admin/mail/suppressions',
    surface: 'platform',
    auth: 'operator',
    operators: operatorAccess.moderate,
    body: Type.Object(
      {
        address: Email,
        reason: Type.Optional(
          Type.Enum([...suppressionReasons], {
            description: 'Why the address receives no email. Default: `operator`.',
            default: 'operator',
          }),
        ),
        detail: Type.Optional(
          Type.String({ maxLength: 500, description: 'Note, such as the bounce message.' }),
        ),
      },
      closed,
    ),
    reply: Type.Object({ suppression: field(Suppression, 'The suppressed address.') }),
    errors: [],
    summary: 'Suppress an address',
    description:
      'Stops all email to an address, including account emails. Call it for bounces and complaints that your mail provider reports after it has accepted an email.',
    example: { body: { address: 'ada@example.com', reason: 'bounce', detail: '550 5.1.1 user unknown' } },
  }),
  unsuppressAddress: route({
    method: 'DELETE',
    path: '/admin/mail/suppressions/{address}',
    surface: 'platform',
    auth: 'operator',
    operators: operatorAccess.moderate,
    params: Type.Object({
      address: Type.String({ minLength: 1, maxLength: 254, description: 'Suppressed address.' }),
    }),
    reply: Done,
    errors: ['not-found'],
    summary: 'Allow emails to an address again',
    description: 'Removes the suppression of an address.',
    example: { params: { address: 'ada@example.com' } },
  }),
}
