import type { Translated } from '../types.ts'
import type { say } from '../en/editor.ts'

export const editor: Translated<typeof say> = {
  as: 'als {name}',
  attach: 'Anhängen',
  draftSaved: 'Entwurf gespeichert',
  markdownWorks: 'Markdown ist möglich',
  preview: 'Vorschau',
  reply: 'Antwort',
  writeOrAttach: 'Schreiben Sie eine Nachricht oder hängen Sie eine Datei an.',
  bold: 'Fett',
  bulletedList: 'Aufzählung',
  link: 'Link',
  code: 'Code',
  formatting: 'Formatierung',
  nothingToPreview: 'Noch nichts für die Vorschau.',
  ofCharacters: '{length} von {max}',
}
