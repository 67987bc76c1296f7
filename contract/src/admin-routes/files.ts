import { Type } from 'typebox'
import { operatorAccess } from '../operator-roles.ts'
import { closed, list, route } from '../route.ts'
import { id, nullable, optional } from '../shapes/common.ts'
import { QuarantinedFile } from '../shapes/file.ts'

export const files = {
  listQuarantine: list({
    path: '/admin/files/quarantine',
    surface: 'platform',
    auth: 'operator',
    operators: operatorAccess.inspect,
    item: QuarantinedFile,
    errors: [],
    summary: 'List quarantined files',
    description:
      'Returns the files that the virus scanner refused, newest first. Their contents are never served.',
    example: {},
  }),
  moveFiles: route({
    method: 'POST',
    path: '/admin/files/move',
    surface: 'platform',
    auth: 'operator',
    operators: operatorAccess.maintain,
    body: Type.Object(
      {
        to: Type.Enum(['postgres', 's3'], { description: 'Store that the files are moved to.' }),
        after: optional(Type.String({ maxLength: 200 }), 'Position: the `next` of the previous call.'),
      },
      closed,
    ),
    reply: Type.Object({
      moved: Type.Integer({ description: 'Number of parts that this call has moved.' }),
      bytes: Type.Integer({ description: 'Their size in bytes.' }),
      failed: Type.Array(id('File ID.'), {
        description: 'Files with a part that could not be read or written. The log has the reason.',
      }),
      remaining: Type.Integer({ description: 'Number of parts after `next` that are still to be moved.' }),
      next: nullable(Type.String(), 'Position of the next call; `null` at the end.'),
    }),
    errors: ['unprocessable'],
    summary: 'Move files to another store',
    description:
      'Moves the next parts of files that are not in the store `to`, verifies them, and deletes the old bytes an hour later. Repeat the call with `after` set to `next` until `next` is `null`. It can be interrupted at any time and repeated from the start: moved parts stay moved.',
    example: { body: { to: 'postgres' } },
  }),
}
