import type { Translated } from '../catalog.ts'
import type { say } from '../en/files.ts'

export const files: Translated<typeof say> = {
  table: 'Tabelle {name}',
  dropFilesToAttachThem: 'Dateien hier ablegen, um sie anzuhängen',
  play: '{name} abspielen',
  download: '{name} herunterladen',
  previewOf: 'Vorschau von {name}',
  attachedFiles: 'Angehängte Dateien',
  uploadOf: 'Upload von {filename}',
  retry: '{filename} erneut hochladen',
  retryOrRemoveFailed: 'Laden Sie die fehlgeschlagene Datei erneut hoch oder entfernen Sie sie.',
  waitForUploads: 'Warten Sie, bis alle Dateien hochgeladen sind.',
  theUploadWasInterrupted: 'Der Upload wurde unterbrochen.',
  code: 'Code',
  done: 'Erledigt',
  unnamedTable: 'Tabelle',
  containsHiddenCharacters: 'Enthält unsichtbare Zeichen',
  cancelFile: '{filename} abbrechen',
  removeFile: '{filename} entfernen',
}
