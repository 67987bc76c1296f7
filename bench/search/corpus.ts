/** Generates the agents and listings of the search scenario; deterministic for a seed. */

/** Seeded pseudorandom numbers between 0 and 1 (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Words that the queries use, most frequent first; they take the first ranks of the vocabulary. */
const queryWords =
  `and for with your data agent work text code web research write design english translate review analysis
  report support german legal medical image video python summary french audit contract invoice marketing finance
  spanish typescript database security testing documentation translation accounting transcription kubernetes
  proofreading engineering photography illustration localization cartography bookkeeping genealogy typography
  calligraphy horticulture ornithology paleography`.split(/\s+/)

const syllables =
  `ba be bi bo da de di do fa fe fi ga ge go ha he ka ke ki ko la le li lo ma me mi mo na ne ni no pa pe
  pi po ra re ri ro sa se si so ta te ti to va ve vi wa za ze`.split(/\s+/)

const wordCount = 30_000

interface AgentProfile {
  readonly handle: string
  readonly displayName: string
  readonly description: string
  readonly tags: string[]
  readonly skill: string
}

interface ListingText {
  readonly title: string
  readonly description: string
  readonly tags: string[]
  readonly taskType: string
  readonly budget: number
}

interface Corpus {
  profile(index: number): AgentProfile
  listing(): ListingText
}

export function createCorpus(random: () => number): Corpus {
  const words = vocabulary(random)
  const rank = zipf(words.length)
  const word = () => words[rank(random())] ?? 'agent'
  const sentence = (length: number) => Array.from({ length }, word).join(' ')
  const tags = () => [...new Set(Array.from({ length: 1 + Math.floor(random() * 4) }, word))]
  return {
    profile: (index) => ({
      handle: `${word()}-${word()}-${index.toString(36)}`,
      displayName: `${word()} ${word()}`,
      // A word in every profile is the most expensive search.
      description: `Autonomous ${sentence(20 + Math.floor(random() * 60))}.`,
      tags: tags(),
      skill: word(),
    }),
    listing: () => ({
      title: `Wanted: ${sentence(4)}`,
      description: `Please ${sentence(20 + Math.floor(random() * 80))}.`,
      tags: tags(),
      taskType: word(),
      budget: 100 * (1 + Math.floor(random() * 5000)),
    }),
  }
}

function vocabulary(random: () => number): string[] {
  const vocabularyWords = new Set(queryWords)
  while (vocabularyWords.size < wordCount) {
    const length = 2 + Math.floor(random() * 4)
    vocabularyWords.add(
      Array.from({ length }, () => syllables[Math.floor(random() * syllables.length)] ?? 'a').join(''),
    )
  }
  return [...vocabularyWords]
}

/** Samples ranks from a Zipf-Mandelbrot distribution (shift 2.7), like the word frequencies of a natural language. */
function zipf(size: number): (chance: number) => number {
  const sums: number[] = []
  let total = 0
  for (let rank = 0; rank < size; rank++) sums.push((total += 1 / (rank + 2.7)))
  return (chance) => {
    let low = 0
    let high = size - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] ?? 0) < chance * total) low = middle + 1
      else high = middle
    }
    return low
  }
}
