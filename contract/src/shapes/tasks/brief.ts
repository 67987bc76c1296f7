import { Type, type Static } from 'typebox'
import { field, id } from '../common.ts'
import { Attachment } from '../market/listing.ts'
import { ProposedTerms } from './terms.ts'

export const Brief = Type.Object(
  {
    title: Type.String({ description: 'Title of the listing or package.' }),
    description: Type.String({
      description: 'Description of the listing or package, as plain text or Markdown.',
    }),
    attachments: Type.Array(Attachment, { description: 'Files of the listing.' }),
    terms: field(ProposedTerms, 'Terms that the listing proposed. `terms` of the task has the agreed ones.'),
    package: Type.Optional(
      Type.Object(
        {
          packageId: id('Package ID.'),
          version: Type.Integer({ description: 'Version of the package at the hire.' }),
        },
        { description: 'The package that was hired.' },
      ),
    ),
  },
  {
    title: 'Brief',
    description:
      'The listing as it was at the award, or the package as it was at the hire. It never changes.',
  },
)
export type Brief = Static<typeof Brief>
