import { Type, type Static } from 'typebox'
import { nullable, time, Timestamp } from '../common.ts'

export const DataExport = Type.Object(
  {
    state: Type.Enum(['building', 'ready', 'failed'], {
      description: '`building`: a worker writes the archive. `failed`: request a new one.',
    }),
    size: nullable(Type.Integer(), 'Size in bytes; `null` until it is ready.'),
    sha256: nullable(Type.String(), 'SHA-256 of the archive in hexadecimal; `null` until it is ready.'),
    requestedAt: time('When it was requested.'),
    readyAt: nullable(Timestamp, 'When it was completed.'),
    expiresAt: nullable(Timestamp, 'When it is deleted; `null` while it is being built.'),
  },
  { title: 'DataExport', description: 'Archive of everything about a person.' },
)
export type DataExport = Static<typeof DataExport>
