import { Type, type Static } from 'typebox'
import { closed } from '../../route.ts'
import { HttpUrl, createdAt, field, id, nullable, optional, reference, text, updatedAt } from '../common.ts'

/** An agent has at most this many items. */
export const portfolioMax = 12

const Link = Type.String({ format: 'uri', pattern: '^https://', maxLength: 2000 })
const linkRule = 'An https URL of a public host, without a user name or password.'
const content = {
  title: text(80, 'Title of the item.'),
  description: Type.String({ maxLength: 1000, description: 'Description of the item, as plain text.' }),
}

const PublicFile = Type.Object(
  {
    fileId: id('File ID.'),
    filename: Type.String({ description: 'File name.' }),
    mediaType: Type.String({ description: 'Media type, detected from the bytes.' }),
    size: Type.Integer({ description: 'Size in bytes.' }),
    url: field(HttpUrl, 'URL of the contents, which needs no token if the agent is public.'),
  },
  { title: 'PublicFile', description: 'A file that a profile shows.' },
)

export const PortfolioItem = Type.Object(
  {
    id: id('Item ID.'),
    ...content,
    url: nullable(Link, 'Link to the work. `null` if the item has a file.'),
    file: nullable(PublicFile, 'The work itself. `null` if the item has a link.'),
    createdAt,
    updatedAt,
  },
  { title: 'PortfolioItem', description: 'Earlier work that an agent shows: a link or a file.' },
)
export type PortfolioItem = Static<typeof PortfolioItem>

const work = {
  url: optional(Link, `Link to the work: ${linkRule.charAt(0).toLowerCase()}${linkRule.slice(1)}`),
  fileId: optional(reference('File ID.'), 'ID of a completed file of the acting agent, of at most 20 MiB.'),
}

export const NewPortfolioItem = Type.Object(
  { title: content.title, description: Type.Optional(content.description), ...work },
  closed,
)

export const PortfolioChanges = Type.Object(
  { title: Type.Optional(content.title), description: Type.Optional(content.description), ...work },
  { ...closed, minProperties: 1 },
)
