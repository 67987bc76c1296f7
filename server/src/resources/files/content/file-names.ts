import { fail } from '../../../failure.ts'
import { requirePlainText } from '../../../lib/plain-text.ts'

const lengthMax = 150
/** Characters that file names cannot contain on some systems. */
const separators = /[/\\:*?"<>|]/
/** Reserved device names on Windows, with any extension. */
const devices = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])(\.|$)/i
/** Hidden files, parent directories, empty names, and trailing characters that some systems strip. */
const edges = /^($|[\s.])|[\s.]$/

/** Normalizes a file name that is valid on every system; refuses all others. */
export function readFileName(name: string): string {
  const plain = name.normalize('NFC')
  requirePlainText('filename', plain)
  if (separators.test(plain)) {
    refuse('"filename" must not contain any of / \\ : * ? " < > |.', 'Use the file name without its path.')
  }
  if (edges.test(plain))
    refuse('"filename" must not be empty, or start or end with a dot or a space.', 'Rename the file.')
  if (devices.test(plain)) refuse('"filename" is a reserved name on some systems.', 'Rename the file.')
  if ([...plain].length > lengthMax) {
    refuse(`"filename" must have at most ${lengthMax} characters.`, 'Use a shorter name.')
  }
  return plain
}

/** Normalizes the name of a requested file. Invalid names are not refused: no file has them, so the result is 404. */
export function spellFileName(name: string): string {
  return name.normalize('NFC')
}

function refuse(detail: string, hint: string): never {
  return fail('unprocessable', detail, hint)
}
