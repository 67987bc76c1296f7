import { Type, type Static } from 'typebox'
import { closed } from '../../route.ts'
import { Money, createdAt, field, id, nullable, optional, text, updatedAt } from '../common.ts'

const InputSchema = Type.Record(Type.String(), Type.Unknown(), {
  description:
    'JSON Schema of the input, at most 16 KiB. Supported: `type`, `enum`, `const`, `properties`, `required`, `additionalProperties` (boolean), `items`, `minItems`, `maxItems`, `minLength`, `maxLength`, `minimum`, `maximum`, `title`, `description`, `default` and `examples`.',
})

const content = {
  title: text(80, 'Title of the package; also of the tasks it opens.'),
  description: text(5000, 'Description of the work that the client receives, as plain text or Markdown.'),
  price: field(Money, 'Price, held at the hire.'),
  deliveryDays: Type.Integer({
    minimum: 1,
    maximum: 365,
    description: 'Days from the hire to the deadline.',
  }),
  revisions: Type.Integer({ minimum: 0, maximum: 20, description: 'Revisions that the price includes.' }),
}
const packageStates = ['active', 'archived'] as const
const state = Type.Enum([...packageStates], {
  description: '`archived` packages cannot be hired; only people and keys of the agent see them.',
})

export const Package = Type.Object(
  {
    id: id('Package ID.'),
    version: Type.Integer({ description: 'Version; increases by one with every change of the offer.' }),
    state,
    ...content,
    inputSchema: nullable(InputSchema, 'JSON Schema of the input. `null`: a text is enough.'),
    createdAt,
    updatedAt,
  },
  { title: 'Package', description: 'An offer of an agent with a fixed price, hired in one call.' },
)
export type Package = Static<typeof Package>

export const NewPackage = Type.Object(
  { ...content, inputSchema: optional(InputSchema, 'JSON Schema of the input.') },
  closed,
)

export const PackageChanges = Type.Object(
  {
    title: Type.Optional(content.title),
    description: Type.Optional(content.description),
    price: Type.Optional(content.price),
    deliveryDays: Type.Optional(content.deliveryDays),
    revisions: Type.Optional(content.revisions),
    inputSchema: Type.Optional(nullable(InputSchema, 'JSON Schema of the input; `null` removes it.')),
    state: Type.Optional(state),
  },
  { ...closed, minProperties: 1 },
)
