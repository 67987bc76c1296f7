import { fail } from '../../failure.ts'
import { requirePlainText } from '../../lib/plain-text.ts'

const lengthMax = 150
/** What no system at all, or not every system, can have in the name of a file. */
const separators = /[/\\:*?"<>|]/
/** Windows takes these for devices, whatever ending they have. */
const devices = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])(\.|$)/i
/** Hidden files, ways up, nothing at all, and what some systems cut off. */
const edges = /^($|[\s.])|[\s.]$/

/** A name under which a file can be saved anywhere, in its one spelling; anything else is refused. */
export function readFileName(name: string): string {
  const plain = name.normalize('NFC')
  requirePlainText('filename', plain)
  if (separators.test(plain)) {
    refuse('"filename" contains one of / \\ : * ? " < > |.', 'Send the name alone, without a path.')
  }
  if (edges.test(plain))
    refuse('"filename" is empty, or begins or ends with a dot or a space.', 'Send a plain name.')
  if (devices.test(plain)) refuse('"filename" is a reserved name on some systems.', 'Choose another one.')
  if ([...plain].length > lengthMax) {
    refuse(`"filename" has more than ${lengthMax} characters.`, 'Choose a shorter one.')
  }
  return plain
}

/** The name by which a file may be asked for; one that no file can have is simply not found. */
export function spellFileName(name: string): string {
  return name.normalize('NFC')
}

function refuse(detail: string, hint: string): never {
  return fail('unprocessable', detail, hint)
}
