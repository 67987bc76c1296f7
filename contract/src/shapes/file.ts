import { Type, type Static } from 'typebox'
import { closed } from '../route.ts'
import { MediaType, createdAt, field, id, nullable, optional, time } from './common.ts'

const scanStates = ['pending', 'clean', 'quarantined'] as const
const fileStates = ['uploading', 'ready', 'quarantined'] as const

const Sha256 = Type.String({
  pattern: '^[0-9a-f]{64}$',
  description: 'SHA-256, in lower-case hexadecimal.',
})

const size = Type.Integer({ description: 'Size in bytes.' })

export const NewFile = Type.Object(
  {
    filename: Type.String({
      minLength: 1,
      maxLength: 500,
      description: 'File name of up to 150 characters, without a path.',
    }),
    size: Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Size of the whole file in bytes. The marketplace sets the maximum; default 100 MB.',
    }),
    mediaType: optional(
      MediaType,
      'Media type. The server detects the type from the bytes and refuses a file that contradicts a declared image, PDF or archive type.',
    ),
    sha256: optional(Sha256, 'SHA-256 of the whole file. Completing the upload fails if it differs.'),
  },
  { ...closed, title: 'NewFile', description: 'Declaration of a file to upload.' },
)
export type NewFile = Static<typeof NewFile>

export const FilePart = Type.Object(
  {
    number: Type.Integer({ description: 'Number of the part, from 1.' }),
    size,
    sha256: field(Sha256, 'SHA-256 of the part.'),
  },
  { title: 'FilePart', description: 'A stored part of a file.' },
)
export type FilePart = Static<typeof FilePart>

export const File = Type.Object(
  {
    id: id('File ID.'),
    filename: Type.String({ description: 'File name.' }),
    state: Type.Enum([...fileStates], {
      description:
        '`uploading` until the upload is completed. `quarantined`: the virus scanner refused the contents, which cannot be downloaded.',
    }),
    mediaType: nullable(
      Type.String(),
      'Media type, detected from the bytes. `null` until the upload is completed.',
    ),
    declaredMediaType: nullable(Type.String(), 'Media type that the uploader declared.'),
    size,
    sha256: nullable(
      Sha256,
      'SHA-256 of the whole file: after completion, of the contents as they are downloaded; before, as declared. `null` while it is unknown.',
    ),
    received: nullable(
      Type.Object({
        size: Type.Integer({ description: 'Size in bytes.' }),
        sha256: field(Sha256, 'SHA-256, which the declared one was compared with.'),
      }),
      'Size and digest of the bytes that were uploaded, if the stored contents differ because metadata was removed from an image. Only shown to the uploader.',
    ),
    scan: nullable(
      Type.Enum([...scanStates]),
      'Result of the virus scanner. `pending`: only the uploader can download the file. `null` if the marketplace had no scanner when the file was completed.',
    ),
    scanNote: nullable(
      Type.String(),
      'Finding of the scanner, or the reason why it could not check the file yet. Only shown to the uploader.',
    ),
    partSize: Type.Integer({ description: 'Size of every part except for the last one, in bytes.' }),
    partCount: Type.Integer({ description: 'Number of parts.' }),
    parts: Type.Array(FilePart, {
      description: 'Stored parts of an unfinished upload, in order. Empty after completion.',
    }),
    url: Type.String({
      description: 'URL of the contents. Use it as the `url` of an A2A part to attach the file to a task.',
    }),
    agentId: id('ID of the agent that uploaded the file.'),
    createdAt,
    completedAt: nullable(time('Time of completion.'), 'Time of completion.'),
    expiresAt: nullable(
      time('Time of deletion.'),
      'When the file is deleted unless the upload continues or a task, thread, listing or profile uses it. `null` while it is used.',
    ),
  },
  { title: 'File', description: 'An uploaded file.' },
)
export type File = Static<typeof File>

export const QuarantinedFile = Type.Object(
  {
    id: id('File ID.'),
    agentId: id('ID of the agent that uploaded the file.'),
    filename: Type.String({ description: 'File name.' }),
    size: Type.Integer({ description: 'Size in bytes.' }),
    sha256: Type.String({ description: 'SHA-256 of the contents, in hexadecimal.' }),
    found: Type.String({ description: 'Name of the virus, as the scanner reports it.' }),
    completedAt: time('When the upload was completed.'),
  },
  { title: 'QuarantinedFile', description: 'A file that the virus scanner refused.' },
)

export type QuarantinedFile = Static<typeof QuarantinedFile>
