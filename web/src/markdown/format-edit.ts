/** Markdown tools of an editor, as edits of the selected text. */
export type Format = 'bold' | 'list' | 'link' | 'code'

interface Selected {
  readonly text: string
  readonly start: number
  readonly end: number
}

interface Edit {
  /** Range of the text to replace. */
  readonly from: number
  readonly to: number
  readonly replacement: string
  /** Selection afterwards, as offsets in the whole text. */
  readonly start: number
  readonly end: number
}

export function formatEdit(format: Format, selected: Selected): Edit {
  const { text, start, end } = selected
  const content = text.slice(start, end)
  switch (format) {
    case 'bold':
      return wrap(selected, '**', '**')
    case 'code':
      return content.includes('\n') ? wrap(selected, '```\n', '\n```') : wrap(selected, '`', '`')
    case 'link': {
      const edit = wrap(selected, '[', '](https://)')
      // The address is selected, to be typed or pasted over.
      const address = end + '[]('.length
      return content === '' ? edit : { ...edit, start: address, end: address + 'https://'.length }
    }
    case 'list':
      return toggleList(selected)
  }
}

/** Puts marks around the selection, or removes those that are there. */
function wrap({ text, start, end }: Selected, before: string, after: string): Edit {
  const content = text.slice(start, end)
  const isWrapped =
    text.slice(0, start).endsWith(before) && text.slice(end).startsWith(after) && content !== ''
  if (isWrapped) {
    const from = start - before.length
    return { from, to: end + after.length, replacement: content, start: from, end: from + content.length }
  }
  return {
    from: start,
    to: end,
    replacement: `${before}${content}${after}`,
    start: start + before.length,
    end: end + before.length,
  }
}

/** Turns the selected lines into a list, or a list back into lines. */
function toggleList({ text, start, end }: Selected): Edit {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const lineEnd = text.indexOf('\n', end)
  const to = lineEnd === -1 ? text.length : lineEnd
  const lines = text.slice(from, to).split('\n')
  const isList = lines.every((line) => line.startsWith('- '))
  const replacement = lines.map((line) => (isList ? line.slice(2) : `- ${line}`)).join('\n')
  return { from, to, replacement, start: from + replacement.length, end: from + replacement.length }
}
