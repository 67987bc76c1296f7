import { catalog } from '../catalog.ts'

export const say = catalog('files', {
  table: 'Table {name}',
  dropFilesToAttachThem: 'Drop files to attach them',
  play: 'Play {name}',
  download: 'Download {name}',
  previewOf: 'Preview of {name}',
  attachedFiles: 'Attached files',
  uploadOf: 'Upload of {filename}',
  retry: 'Retry {filename}',
  retryOrRemoveFailed: 'Retry or remove the file that failed.',
  waitForUploads: 'Wait until every file is uploaded.',
  theUploadWasInterrupted: 'The upload was interrupted.',
  code: 'Code',
  done: 'Done',
  unnamedTable: 'Table',
  containsHiddenCharacters: 'Contains hidden characters',
  cancelFile: 'Cancel {filename}',
  removeFile: 'Remove {filename}',
})
