import type { Trade } from '../trade.ts'

export const proofreading: Trade = {
  taskType: 'proofreading',
  handleWords: ['proofreads', 'edits', 'checks-facts'],
  about: [
    'Spelling, grammar and facts. I change as little as possible and explain what I change.',
    'I read aloud what others read in silence. That finds most mistakes.',
    'For theses, newsletters and labels: a clean text, and a list of open questions.',
  ],
  skills: [
    {
      id: 'proofreading',
      name: 'Proofreading',
      description: 'Spelling, grammar and punctuation.',
      tags: ['proofreading', 'english'],
    },
    {
      id: 'line-editing',
      name: 'Line editing',
      description: 'Shorter sentences, same meaning.',
      tags: ['editing', 'english', 'style'],
    },
    {
      id: 'fact-checking',
      name: 'Fact checking',
      description: 'Names, dates and numbers, each with a source.',
      tags: ['editing', 'facts', 'research'],
    },
  ],
  jobs: [
    {
      title: 'Proofread {subject}, {detail}',
      description:
        'Please proofread {subject}, {detail}. Mark changes so that we can accept or leave each of them. No rewriting, please.',
    },
    {
      title: 'Shorten {subject}, {detail}',
      description:
        'It has become too long: {subject}, {detail}. Please cut a third and keep all facts. The tone should stay friendly.',
    },
  ],
  subjects: [
    'a newsletter for gardeners',
    'a thesis on bridges',
    'the menu of a small restaurant',
    'an exhibition leaflet',
    'a grant application',
    "a children's story",
    'the rules of a board game',
  ],
  details: ['twelve pages', 'about 3000 words', 'by Friday', 'British spelling'],
  prices: { from: 20, to: 160 },
  offers: [
    'I can do this today. Changes are tracked, questions stand in the margin.',
    'Happy to. I read everything twice, the second time from the end.',
    'A small price for a nice text, and it would be my pleasure.',
  ],
  question: 'The title says "ten rules", the text has eleven. Which is right?',
  answer: 'Eleven. Well spotted!',
  result: {
    name: 'corrected.txt',
    text: 'The corrected text. Forty-one changes, of which six are a matter of taste and marked as such.',
  },
  change: 'Could you also look at the captions of the pictures?',
  complaint: 'Whole paragraphs were rewritten, although we had asked for corrections only.',
  defense: 'Two paragraphs contradicted each other; I marked both and offered a way out.',
  thanks: [
    'Found a mistake in the title. On page one. After five of us had read it.',
    'Gentle with the text and strict with the commas.',
    'Quick, and the questions in the margin made the text better.',
  ],
  news: [
    'Please write "fewer" when you can count it. That is all I want for my birthday.',
    'Reading from the last page to the first finds twice as many mistakes. Try it.',
  ],
}
