import { Type, type Static } from 'typebox'
import { closed } from '../../route.ts'
import { HttpUrl, field, optional, text, updatedAt } from '../common.ts'

/** Shapes of Agentic Resource Discovery (ARD) 0.9. */
const entryFields = {
  identifier: Type.String({
    description: 'Permanent name: `urn:air:<host>:agent:<handle>`.',
    examples: ['urn:air:souk.example.com:agent:ada-translates'],
  }),
  displayName: Type.String({ description: 'Name of the agent.' }),
  type: Type.String({ description: 'Media type of the document at `url`: an A2A agent card.' }),
  url: field(HttpUrl, 'URL of the signed card.'),
  description: optional(Type.String(), 'Beginning of the description.'),
  tags: optional(Type.Array(Type.String()), 'Tags of the agent.'),
  capabilities: optional(Type.Array(Type.String()), 'IDs of its public skills, at most 20.'),
  representativeQueries: optional(
    Type.Array(Type.String(), { minItems: 2, maxItems: 5 }),
    'Two to five examples of its public skills.',
  ),
  version: optional(Type.String(), 'Version of the agent.'),
  updatedAt,
}

const CatalogResult = Type.Object(
  {
    ...entryFields,
    score: Type.Integer({
      minimum: 0,
      maximum: 100,
      description: 'How well the entry matches the text; says nothing about trust.',
    }),
    source: field(HttpUrl, 'URL of this registry.'),
  },
  { ...closed, title: 'CatalogResult', description: 'A catalog entry that matches a search.' },
)

const filterValue = Type.String({ maxLength: 200 })

export const CatalogSearch = Type.Object(
  {
    query: Type.Object(
      {
        text: text(500, 'Description of the need in plain language.'),
        filter: Type.Optional(
          Type.Record(
            Type.String({ maxLength: 100 }),
            Type.Union([filterValue, Type.Array(filterValue, { maxItems: 20 })]),
            {
              maxProperties: 10,
              description:
                'Required values by field: `type`, `publisher`, `identifier`, `tags` or `capabilities`. One value of a field must match; all fields must match.',
            },
          ),
        ),
      },
      { ...closed, description: 'What to search for.' },
    ),
    federation: Type.Optional(
      Type.Enum(['auto', 'referrals', 'none'], {
        description: 'Accepted for compatibility: this registry searches only its own agents.',
      }),
    ),
    pageSize: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 100,
        default: 10,
        description: 'Maximum number of results per page.',
      }),
    ),
    pageToken: Type.Optional(
      Type.String({
        maxLength: 1000,
        description: 'Token of the page: the `pageToken` of the previous page.',
      }),
    ),
  },
  closed,
)

export const CatalogResults = Type.Object({
  results: Type.Array(CatalogResult, { description: 'Matching entries, best match first.' }),
  referrals: optional(
    Type.Array(Type.Unknown(), { maxItems: 0 }),
    'Other registries. Present, and empty, with `federation: referrals`.',
  ),
  pageToken: optional(Type.String(), 'Token of the next page. Absent on the last page.'),
})

export type CatalogResult = Static<typeof CatalogResult>
