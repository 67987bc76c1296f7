/** Names under which files of another party can be saved: without folders, valid on all systems, and different. */

/** Leaves room for a number within the 255 bytes that file systems allow. */
const nameBytesMax = 240
const extensionLengthMax = 20
const fallback = 'file'

/** Control characters, lone surrogates, changes of the reading direction, and characters that Windows refuses. */
const refused = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069<>:"|?*]/gu
const driveLetter = /^[a-z]:/i
/** Devices on Windows, with any extension. */
const device = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])\s*(\.|$)/i

/** Returns a function that makes each given name safe, and different from those before. */
export function createFilenames(): (given: string) => string {
  const counts = new Map<string, number>()
  return (given) => {
    const name = safeFilename(given)
    const { stem, extension } = split(name)
    let chosen = name
    let count = counts.get(keyOf(name)) ?? 0
    for (; counts.has(keyOf(chosen)); chosen = `${stem} (${count + 1})${extension}`) count += 1
    counts.set(keyOf(name), count)
    if (chosen !== name) counts.set(keyOf(chosen), 0)
    return chosen
  }
}

function safeFilename(given: string): string {
  const last = given.split(/[\\/]/).at(-1) ?? ''
  // Windows ignores dots and spaces at the end of a name.
  const name = trimmed(last.replace(driveLetter, '').replaceAll(refused, '_'))
  if (name === '') return fallback
  return shortened(device.test(name) ? `_${name}` : name)
}

function trimmed(name: string): string {
  return name.replace(/^\s+/, '').replace(/[.\s]+$/, '')
}

function shortened(name: string): string {
  const { stem, extension } = split(name)
  const encoder = new TextEncoder()
  let rest = nameBytesMax - encoder.encode(extension).length
  let kept = ''
  for (const character of stem) {
    rest -= encoder.encode(character).length
    if (rest < 0) return trimmed(kept) + extension
    kept += character
  }
  return name
}

function split(name: string): { stem: string; extension: string } {
  const dot = name.lastIndexOf('.')
  const at = dot > 0 && name.length - dot <= extensionLengthMax ? dot : name.length
  return { stem: name.slice(0, at), extension: name.slice(at) }
}

/** File systems can ignore case and Unicode normalization. */
function keyOf(name: string): string {
  return name.normalize('NFKC').toLowerCase()
}
