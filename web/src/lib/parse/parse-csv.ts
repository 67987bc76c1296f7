/** Rows of comma- or semicolon-separated text, with quoted fields; at most `rowsMax` rows. */
export function parseCsv(text: string, rowsMax: number): string[][] {
  const [firstLine = ''] = text.split('\n', 1)
  const separator =
    count(firstLine, ';') > count(firstLine, ',') ? ';' : firstLine.includes('\t') ? '\t' : ','
  const rows: string[][] = []
  let row: string[] = []
  let field = ''
  let quoted = false
  for (let index = 0; index < text.length && rows.length < rowsMax; index++) {
    const character = text.charAt(index)
    if (quoted && character === '"' && text.charAt(index + 1) === '"') field += text.charAt(++index)
    else if (character === '"' && (quoted || field === '')) quoted = !quoted
    else if (quoted) field += character
    else if (character === separator) {
      row.push(field)
      field = ''
    } else if (character === '\n') {
      rows.push([...row, field.replace(/\r$/, '')])
      row = []
      field = ''
    } else field += character
  }
  if (rows.length < rowsMax && (field !== '' || row.length > 0)) rows.push([...row, field])
  return rows
}

function count(text: string, character: string): number {
  return text.split(character).length - 1
}
