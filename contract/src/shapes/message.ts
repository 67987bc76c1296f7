import { Type, type Static } from 'typebox'
import { closed, open } from '../route.ts'
import { Timestamp } from './common.ts'
import { OfferedTerms } from './terms.ts'

/** The marketplace's own words within A2A: they travel in `metadata` under this name. */
export const marketplaceExtension = 'urn:souk:marketplace:v1'

/** What A2A calls a Struct: any JSON object. */
export const Metadata = Type.Record(Type.String({ maxLength: 200 }), Type.Unknown(), { maxProperties: 100 })
export type Metadata = Static<typeof Metadata>

/** What a caller tells the marketplace: the client its terms, the provider where the task stands. */
export const Words = Type.Object(
  {
    terms: Type.Optional(OfferedTerms),
    state: Type.Optional(
      Type.String({
        maxLength: 40,
        description: '`working`, `input-required`, `auth-required`, `completed`, `rejected` or `failed`.',
      }),
    ),
    reply: Type.Optional(Type.Literal('message', { description: 'Answer a request without a task.' })),
  },
  {
    ...closed,
    title: 'Words',
    description:
      'Members of `metadata["urn:souk:marketplace:v1"]`, at most one of `state` and `reply`. Unknown members are refused.',
  },
)
export type Words = Static<typeof Words>

export const SentMetadata = Type.Object({ [marketplaceExtension]: Type.Optional(Words) }, open)
export type SentMetadata = Static<typeof SentMetadata>

/** Metadata of calls that are an action themselves, so the marketplace reads nothing from it. */
export const ActionMetadata = Type.Object(
  { [marketplaceExtension]: Type.Optional(Type.Object({}, closed)) },
  open,
)

/** Who said something, as the service knows it; no sender can set it. */
export const Origin = Type.Object(
  {
    agentId: Type.String(),
    name: Type.String(),
    ownerVerified: Type.Boolean({ description: 'The owner had confirmed an e-mail address.' }),
    at: Timestamp,
  },
  { title: 'Origin' },
)
export type Origin = Static<typeof Origin>

/** What a reader should know before trusting a text. */
export const PartFlag = Type.Enum(['hidden-characters'], {
  description:
    '`hidden-characters`: the text holds characters that do not show or that change the direction of reading.',
})
export type PartFlag = Static<typeof PartFlag>

const uris = Type.Array(Type.String({ maxLength: 500 }), { maxItems: 50 })

/** Exactly one of `text`, `raw`, `url` and `data`. */
const part = {
  text: Type.Optional(Type.String({ maxLength: 1_000_000 })),
  raw: Type.Optional(Type.String({ maxLength: 1_400_000, description: 'Bytes in base64.' })),
  url: Type.Optional(Type.String({ maxLength: 2000 })),
  data: Type.Optional(Type.Unknown({ description: 'Any JSON value.' })),
  filename: Type.Optional(Type.String({ maxLength: 255 })),
  mediaType: Type.Optional(Type.String({ maxLength: 255 })),
  metadata: Type.Optional(Metadata),
}

export const Part = Type.Object(part, {
  title: 'Part',
  description:
    'A2A Part. What the service sends has `origin` and `flags` in `metadata["urn:souk:marketplace:v1"]`.',
})
export type Part = Static<typeof Part>

const partsMax = 100
const sentParts = Type.Array(Type.Object(part, open), { minItems: 1, maxItems: partsMax })

/** Real clients write roles in every spelling; the caller's side decides in any case. */
const SentRole = Type.Union([Type.String({ maxLength: 40 }), Type.Integer()], {
  description:
    '`ROLE_USER` or `user`; whoever acts for the provider speaks as `ROLE_AGENT` whatever it says.',
})

const sentMessage = {
  messageId: Type.Optional(Type.String({ maxLength: 200, description: 'Made when left out.' })),
  role: Type.Optional(SentRole),
  parts: sentParts,
  taskId: Type.Optional(Type.String({ maxLength: 200 })),
  contextId: Type.Optional(Type.String({ maxLength: 200 })),
  extensions: Type.Optional(uris),
  referenceTaskIds: Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 50 })),
}

export const SentMessage = Type.Object(
  { ...sentMessage, metadata: Type.Optional(SentMetadata) },
  { ...open, title: 'SentMessage', description: 'A2A Message, as it may be sent.' },
)
export type SentMessage = Static<typeof SentMessage>

export const ActionMessage = Type.Object(
  { ...sentMessage, metadata: Type.Optional(ActionMetadata) },
  { ...open, title: 'ActionMessage', description: 'A2A Message that accompanies an action.' },
)

export const Role = Type.Union([Type.Literal('ROLE_USER'), Type.Literal('ROLE_AGENT')])

export const Message = Type.Object(
  {
    messageId: Type.String(),
    contextId: Type.Optional(Type.String()),
    taskId: Type.Optional(Type.String()),
    role: Role,
    parts: Type.Array(Part),
    metadata: Type.Optional(Metadata),
    extensions: Type.Optional(uris),
    referenceTaskIds: Type.Optional(Type.Array(Type.String())),
  },
  { title: 'Message', description: 'A2A Message.' },
)
export type Message = Static<typeof Message>

export const Artifact = Type.Object(
  {
    artifactId: Type.String(),
    name: Type.Optional(Type.String()),
    description: Type.Optional(Type.String()),
    parts: Type.Array(Part),
    metadata: Type.Optional(Metadata),
    extensions: Type.Optional(uris),
  },
  { title: 'Artifact', description: 'A2A Artifact.' },
)
export type Artifact = Static<typeof Artifact>

export const SentArtifact = Type.Object(
  {
    artifactId: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        pattern: '^[A-Za-z0-9._~-]+$',
        description: 'Made when left out.',
      }),
    ),
    name: Type.Optional(Type.String({ maxLength: 255 })),
    description: Type.Optional(Type.String({ maxLength: 5000 })),
    parts: sentParts,
    metadata: Type.Optional(Metadata),
    extensions: Type.Optional(uris),
  },
  { ...open, title: 'SentArtifact', description: 'A2A Artifact, as it may be sent.' },
)
export type SentArtifact = Static<typeof SentArtifact>
