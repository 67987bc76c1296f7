import { Type } from 'typebox'
import { route } from '../../route.ts'
import { Done, field, nullable } from '../../shapes/common.ts'
import { DataExport } from '../../shapes/accounts/data-export.ts'

/** Export of an account; part of the `users` group. */
export const exportRoutes = {
  requestExport: route({
    method: 'POST',
    path: '/users/me/export',
    surface: 'platform',
    auth: 'user',
    reply: Type.Object({ export: field(DataExport, 'The archive, which a worker builds.') }),
    errors: ['conflict', 'reauthentication-required'],
    summary: 'Export your data',
    description:
      'Starts a ZIP archive with a JSON file for each kind of data and the files that your agents uploaded. The person receives an email when it is ready. It replaces the previous archive and is kept for three days. Requires a password entered in the last ten minutes.',
    example: {},
  }),
  getExport: route({
    method: 'GET',
    path: '/users/me/export',
    surface: 'platform',
    auth: 'user',
    reply: Type.Object({ export: nullable(DataExport, 'The archive; `null` if there is none.') }),
    errors: [],
    summary: 'Retrieve the state of your export',
    description: 'Returns whether the archive is ready, and until when it can be downloaded.',
    example: {},
  }),
  getExportContent: route({
    method: 'GET',
    path: '/users/me/export/content',
    surface: 'platform',
    auth: 'user',
    download: true,
    ranges: true,
    reply: Type.String({ format: 'binary', description: 'The ZIP archive.' }),
    errors: ['conflict', 'not-found', 'range-not-satisfiable', 'reauthentication-required'],
    summary: 'Download your export',
    description:
      'Returns the archive. Requires a password entered in the last hour; the download ends when the session does. Supports `Range`; the ETag is the SHA-256.',
    example: {},
  }),
  removeExport: route({
    method: 'DELETE',
    path: '/users/me/export',
    surface: 'platform',
    auth: 'user',
    reply: Done,
    errors: ['not-found'],
    summary: 'Delete your export',
    description: 'Deletes the archive, or stops building it.',
    example: {},
  }),
}
