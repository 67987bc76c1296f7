/** Base words of common passwords. The rules below add digits, punctuation, repetitions and character substitutions. */
const words = new Set(
  `abc abcd abcdef access account adidas admin administrator alex alexander amanda america andrea andrew angel anthony
  apple arsenal asdf ashley august austin autumn awesome azerty babygirl bailey banana barcelona baseball basketball
  batman beautiful benjamin biteme blink brandon buster butterfly change changeme charlie cheese chelsea chicken chocolate
  computer cookie corvette daniel david december default diamond dolphin donald dragon eagle eminem example family february
  ferrari flower football forever freedom friday friend friends fuckyou gandalf ginger google guest hannah happy harley
  hello helpme hockey hunter iloveyou internet jackson january jasmine jennifer jessica jesus jordan joshua july june
  justin killer letmein linkedin liverpool login london lovely loveme lovers maggie marina martin master matrix matthew
  maverick mercedes merlin michael michelle monday monkey monster mustang naruto nicole ninja november october orange pass
  passw password patrick pepper peter phoenix pokemon prince princess purple qazwsx qwerty qwertyuiop rainbow ranger rangers
  robert root samantha samsung secret server sexy shadow silver slipknot snoopy soccer sophie starwars steelers summer
  sunday sunshine superman system temp temporary test tester thomas tigger trustno tweety user vanessa victoria welcome
  whatever william winner winter wizard yankees yellow zaq zxcvbn zxcvbnm`.split(/\s+/),
)

const keyboardRows = [
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'azertyuiop',
  'qwertzuiop',
  '1234567890',
  'abcdefghijklmnopqrstuvwxyz',
]
const swaps: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
}

/** Whether a lower-case password is among those that attackers try first. */
export function isCommonPassword(password: string): boolean {
  if (new Set(password).size <= 2) return true
  if (isRepeat(password) || isWalk(password)) return true
  const plain = password.replaceAll(/[@43!10$57]/g, (character) => swaps[character] ?? character)
  return [password, plain].some((text) => isDecoratedWord(text))
}

/** `abcabcabc`: a short sequence repeated. */
function isRepeat(password: string): boolean {
  return /^(.{1,4})\1+$/u.test(password)
}

/** `qwertyui`, `87654321`: a keyboard walk in either direction. */
function isWalk(password: string): boolean {
  const backwards = [...password].toReversed().join('')
  return keyboardRows.some((row) => (row + row).includes(password) || (row + row).includes(backwards))
}

/** `summer2026!`, `123password`: a word with digits and punctuation around it, or a repeated word. */
function isDecoratedWord(password: string): boolean {
  const core = password.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const half = core.slice(0, core.length / 2)
  return words.has(core) || (core === half + half && words.has(half)) || /^[^\p{L}]{1,10}$/u.test(password)
}
