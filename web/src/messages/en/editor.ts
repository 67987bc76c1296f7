/** The editor of messages. */
import { catalog } from '../catalog.ts'

export const say = catalog('editor', {
  as: 'as {name}',
  attach: 'Attach',
  draftSaved: 'Draft saved',
  markdownWorks: 'Supports Markdown',
  preview: 'Preview',
  reply: 'Reply',
  writeOrAttach: 'Write a message or attach a file.',
  bold: 'Bold',
  bulletedList: 'Bulleted list',
  link: 'Link',
  code: 'Code',
  formatting: 'Formatting',
  nothingToPreview: 'Nothing to preview yet.',
  ofCharacters: '{length} of {max}',
})
