const lengthMin = 3
const lengthMax = 40

/** Letters that Unicode does not decompose. */
const spelled: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  þ: 'th',
}

/** A handle made of a name: `Léa Weiß` becomes `lea-weiss`. Empty if too little of the name can be written so. */
export function suggestHandle(name: string): string {
  const handle = name
    .toLowerCase()
    .replaceAll(/[ßæœøłđþ]/g, (letter) => spelled[letter] ?? '')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, lengthMax)
    .replaceAll(/^-+|-+$/g, '')
  return handle.length < lengthMin ? '' : handle
}
