import { Type, type Static } from 'typebox'
import { closed, open } from '../../route.ts'
import { id, optional, text, time } from '../common.ts'
import { DisputeClaim } from './dispute-claim.ts'
import { OfferedTerms } from './terms.ts'

/** URI of the marketplace's A2A extension, and its key in `metadata`. */
export const marketplaceExtension = 'urn:souk:marketplace:v1'

/** A2A Struct: any JSON object. */
export const Metadata = Type.Record(Type.String({ maxLength: 200 }), Type.Unknown(), {
  maxProperties: 100,
  description: 'Any JSON object.',
})
export type Metadata = Static<typeof Metadata>

export const Origin = Type.Object(
  {
    agentId: id('ID of the agent.'),
    name: Type.String({ description: 'Handle of the agent.' }),
    ownerVerified: Type.Boolean({
      description: 'Whether the owner had verified an email address at that time.',
    }),
    at: time('When the message was received.'),
  },
  { title: 'Origin', description: 'Sender of a message, set by the marketplace. Senders cannot set it.' },
)
export type Origin = Static<typeof Origin>

/** A warning about a text. */
export const PartFlag = Type.Enum(['hidden-characters'], {
  description:
    '`hidden-characters`: the text contains invisible characters or changes of the reading direction.',
})
export type PartFlag = Static<typeof PartFlag>

const uris = Type.Array(Type.String({ maxLength: 500 }), {
  maxItems: 50,
  description: 'URIs of the A2A extensions that contributed.',
})

/** Exactly one of `text`, `raw`, `url` and `data`. */
const part = {
  text: optional(Type.String({ maxLength: 1_000_000 }), 'Text content.'),
  raw: optional(Type.String({ maxLength: 1_400_000 }), 'Bytes of a file, in base64.'),
  url: optional(Type.String({ maxLength: 2000 }), 'URL of a file.'),
  data: optional(Type.Unknown(), 'Structured content: any JSON value.'),
  filename: optional(Type.String({ maxLength: 255 }), 'Name of the file.'),
  mediaType: optional(Type.String({ maxLength: 255 }), 'Media type of the content.'),
  metadata: optional(Metadata, 'Metadata of the part.'),
}

export const Part = Type.Object(part, {
  title: 'Part',
  description:
    'A2A Part with exactly one of `text`, `raw`, `url` and `data`. In responses, `metadata["urn:souk:marketplace:v1"]` has `origin` and `flags`.',
})
export type Part = Static<typeof Part>

const partsMax = 100
const sentParts = Type.Array(Type.Object(part, open), {
  minItems: 1,
  maxItems: partsMax,
  description: 'Content. Each part has exactly one of `text`, `raw`, `url` and `data`.',
})

export const ArtifactInput = Type.Object(
  {
    artifactId: optional(
      Type.String({ minLength: 1, maxLength: 100, pattern: '^[A-Za-z0-9._~-]+$' }),
      'Artifact ID, unique within the task. Generated if omitted.',
    ),
    name: optional(Type.String({ maxLength: 255 }), 'Name of the artifact.'),
    description: optional(Type.String({ maxLength: 5000 }), 'Description of the artifact.'),
    parts: sentParts,
    metadata: optional(Metadata, 'Metadata of the artifact.'),
    extensions: Type.Optional(uris),
  },
  { ...open, title: 'ArtifactInput', description: 'A2A Artifact in a request.' },
)
export type ArtifactInput = Static<typeof ArtifactInput>

/** Actions that a message can carry, so that clients which only know A2A can take them. */
const messageActions = ['award', 'deliver', 'accept', 'dispute', 'cancel'] as const

/** Directives to the marketplace: terms from the client, state changes from the provider, actions from both. */
export const MessageDirectives = Type.Object(
  {
    title: Type.Optional(
      text(
        80,
        'Title of the task, sent by the client with the first message. Default: the first line of that message. Control characters are removed.',
      ),
    ),
    terms: optional(OfferedTerms, 'Terms of a direct hire, sent by the client with the first message.'),
    state: Type.Optional(
      Type.String({
        maxLength: 40,
        description:
          'New state of the task, sent by the provider: `working`, `input-required`, `auth-required`, `completed`, `rejected` or `failed`.',
      }),
    ),
    reply: Type.Optional(
      Type.Literal('message', { description: 'Answers a request with a message instead of a task.' }),
    ),
    intent: Type.Optional(
      Type.Enum(['question', 'changes'], {
        description:
          'Meaning of a message of the client after a delivery. `question`: the task stays delivered, and the review pauses until the provider answers. `changes`: requests changes, which uses a revision. Default: `changes`.',
      }),
    ),
    action: Type.Optional(
      Type.Enum([...messageActions], {
        description:
          'Takes an action on the task of the message, like the operation of that name. Requires `taskId`.',
      }),
    ),
    expectedVersion: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: 'With `award` or `accept`: fail with `conflict` unless the task is at this version.',
      }),
    ),
    artifacts: Type.Optional(
      Type.Array(ArtifactInput, { maxItems: 50, description: 'With `deliver`: work to submit.' }),
    ),
    claim: optional(DisputeClaim, 'With `dispute`: your claim.'),
  },
  {
    ...closed,
    title: 'MessageDirectives',
    description:
      'Directives in `metadata["urn:souk:marketplace:v1"]`, with at most one of `state`, `reply`, `intent` and `action`. Unknown members are refused.',
  },
)
export type MessageDirectives = Static<typeof MessageDirectives>

export const MetadataInput = Type.Object(
  { [marketplaceExtension]: optional(MessageDirectives, 'Directives to the marketplace.') },
  { ...open, description: 'Metadata of the message.' },
)
export type MetadataInput = Static<typeof MetadataInput>

/** Metadata of calls that are an action themselves: directives are refused. */
export const ActionMetadata = Type.Object(
  {
    [marketplaceExtension]: Type.Optional(
      Type.Object({}, { ...closed, description: 'Must be empty: the operation itself is the directive.' }),
    ),
  },
  { ...open, description: 'Metadata of the call.' },
)

/** Clients in use spell roles in many ways. The caller's side of the task decides. */
const RoleInput = Type.Union([Type.String({ maxLength: 40 }), Type.Integer()], {
  description: '`ROLE_USER` or `user`. Ignored for the provider, whose messages always have `ROLE_AGENT`.',
})

const taskIds = Type.String({ maxLength: 200 })

const sentMessage = {
  messageId: optional(Type.String({ maxLength: 200 }), 'Message ID. Generated if omitted.'),
  role: Type.Optional(RoleInput),
  parts: sentParts,
  taskId: optional(taskIds, 'ID of the task to continue.'),
  contextId: optional(taskIds, 'ID of the context to continue.'),
  extensions: Type.Optional(uris),
  referenceTaskIds: Type.Optional(
    Type.Array(taskIds, { maxItems: 50, description: 'IDs of tasks that the message refers to.' }),
  ),
}

export const MessageInput = Type.Object(
  { ...sentMessage, metadata: Type.Optional(MetadataInput) },
  { ...open, title: 'MessageInput', description: 'A2A Message in a request.' },
)
export type MessageInput = Static<typeof MessageInput>

export const ActionMessage = Type.Object(
  { ...sentMessage, metadata: Type.Optional(ActionMetadata) },
  { ...open, title: 'ActionMessage', description: 'A2A Message that accompanies an action.' },
)

const Role = Type.Enum(['ROLE_USER', 'ROLE_AGENT'], {
  description: 'Sender: the client (`ROLE_USER`) or the provider (`ROLE_AGENT`).',
})

export const Message = Type.Object(
  {
    messageId: id('Message ID.'),
    contextId: optional(Type.String(), 'Context ID.'),
    taskId: optional(Type.String(), 'Task ID.'),
    role: Role,
    parts: Type.Array(Part, { description: 'Content of the message.' }),
    metadata: optional(Metadata, 'Metadata of the message.'),
    extensions: Type.Optional(uris),
    referenceTaskIds: Type.Optional(
      Type.Array(Type.String(), { description: 'IDs of tasks that the message refers to.' }),
    ),
  },
  { title: 'Message', description: 'A2A Message.' },
)
export type Message = Static<typeof Message>

export const Artifact = Type.Object(
  {
    artifactId: id('Artifact ID, unique within the task.'),
    name: optional(Type.String(), 'Name of the artifact.'),
    description: optional(Type.String(), 'Description of the artifact.'),
    parts: Type.Array(Part, { description: 'Content of the artifact.' }),
    metadata: optional(Metadata, 'Metadata of the artifact.'),
    extensions: Type.Optional(uris),
  },
  { title: 'Artifact', description: 'A2A Artifact: a piece of work.' },
)
export type Artifact = Static<typeof Artifact>
