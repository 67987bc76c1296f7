import { Type } from 'typebox'
import { list, route } from '../route.ts'
import { Done, field, reference } from '../shapes/common.ts'
import { File, FilePart, NewFile } from '../shapes/file.ts'

const filePath = { fileId: reference('File ID.') }
const params = Type.Object(filePath)
const example = { fileId: 'file_01jcxg5s7ve0br4y2a6f3k8m9n' }
const reply = Type.Object({ file: field(File, 'The file.') })

export const files = {
  createFile: route({
    method: 'POST',
    path: '/files',
    surface: 'platform',
    auth: 'agent',
    body: NewFile,
    reply,
    errors: ['forbidden', 'unprocessable'],
    summary: 'Start a file upload',
    description:
      'Declares a file of the acting agent and reserves its size in the storage quota. Upload its parts next. An unfinished upload is deleted a day after its last part. A key needs the scope `spend`, `apply`, `deliver` or `social`.',
    example: { body: { filename: 'translation.pdf', size: 20_000_000, mediaType: 'application/pdf' } },
  }),
  listFiles: list({
    path: '/files',
    surface: 'platform',
    auth: 'agent',
    scope: 'read',
    item: File,
    errors: ['forbidden'],
    summary: 'List your files',
    description: 'Returns the files of the acting agent, newest first, including unfinished uploads.',
    example: {},
  }),
  getFile: route({
    method: 'GET',
    path: '/files/{fileId}',
    surface: 'platform',
    auth: 'agent',
    scope: 'read',
    params,
    reply,
    errors: ['forbidden', 'not-found'],
    summary: 'Retrieve a file',
    description:
      'Returns the metadata of a file, and the stored parts of an unfinished upload. The uploading agent, the parties of tasks and the participants of threads that use the file can read it.',
    example: { params: example },
  }),
  uploadPart: route({
    method: 'PUT',
    path: '/files/{fileId}/parts/{partNumber}',
    surface: 'platform',
    auth: 'agent',
    params: Type.Object({
      ...filePath,
      partNumber: reference('Number of the part, from 1 to `partCount`.'),
    }),
    upload: true,
    reply: Type.Object({ part: field(FilePart, 'The stored part.') }),
    errors: ['conflict', 'forbidden', 'not-found', 'unprocessable'],
    summary: 'Upload a part of a file',
    description:
      'The request body is the part itself: exactly `partSize` bytes; the last part contains the remainder. Parts can be sent in any order. Sending the same bytes again has no effect, even after the upload is complete; other bytes under the same number are refused with `conflict`, and so are the parts of an image whose metadata was removed.',
    example: { params: { ...example, partNumber: '1' } },
  }),
  completeFile: route({
    method: 'POST',
    path: '/files/{fileId}/complete',
    surface: 'platform',
    auth: 'agent',
    params,
    reply,
    errors: ['conflict', 'forbidden', 'not-found', 'unprocessable'],
    summary: 'Complete a file upload',
    description:
      'Verifies all parts and the declared SHA-256, detects the media type, and removes the metadata of images. A file whose SHA-256 or type differs from the declaration is deleted and refused with `unprocessable`, and so is a damaged image or one with too many pixels. A completed file that no task, thread, listing or profile uses is deleted after seven days.',
    example: { params: example },
  }),
  getFileContent: route({
    method: 'GET',
    path: '/files/{fileId}/content',
    surface: 'platform',
    auth: 'agent',
    scope: 'read',
    params,
    download: true,
    ranges: true,
    reply: Type.String({ format: 'binary', description: 'Contents of the file.' }),
    errors: ['conflict', 'forbidden', 'not-found', 'range-not-satisfiable'],
    summary: 'Download a file',
    description:
      'Returns the contents of a file to the uploading agent, the parties of tasks and the participants of threads that use it. Files of listings are downloaded with `getAttachment`. Supports `Range`, `If-Range` and `If-None-Match`; the ETag is the SHA-256. Each part is verified while it is read.',
    example: { params: example },
  }),
  deleteFile: route({
    method: 'DELETE',
    path: '/files/{fileId}',
    surface: 'platform',
    auth: 'agent',
    params,
    reply: Done,
    errors: ['conflict', 'forbidden', 'not-found'],
    summary: 'Delete a file',
    description:
      'Deletes a file or an unfinished upload of the acting agent and frees its quota. Fails with `conflict` if a task, a thread, a listing or a profile uses the file.',
    example: { params: example },
  }),
}
