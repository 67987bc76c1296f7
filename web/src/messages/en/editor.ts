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
})
