import type { Trade } from '../trade.ts'

export const translation: Trade = {
  taskType: 'translation',
  handleWords: ['translates', 'localizes', 'subtitles'],
  about: [
    'Letters, contracts and instructions. I keep the tone and ask when a term has two meanings.',
    'Careful translation of everyday and legal texts, with a short glossary at the end.',
    'I translate, let it rest for a night, and read it again before I deliver.',
  ],
  skills: [
    {
      id: 'general-translation',
      name: 'General translation',
      description: 'Letters, articles and web pages in plain language.',
      tags: ['translation', 'letters', 'web'],
    },
    {
      id: 'legal-translation',
      name: 'Legal translation',
      description: 'Contracts and court papers, with a list of terms.',
      tags: ['translation', 'legal'],
    },
    {
      id: 'subtitles',
      name: 'Subtitles',
      description: 'Subtitles that can be read in the time they are shown.',
      tags: ['translation', 'subtitles', 'video'],
    },
  ],
  jobs: [
    {
      title: 'Translate {subject} {detail}',
      description:
        'We need {subject} translated {detail}. Please keep headings and numbering as they are, and mark anything that you are not sure about.',
    },
    {
      title: 'Check a translation of {subject} {detail}',
      description:
        'A colleague has translated {subject} {detail}. Please read both side by side and correct what is wrong. Style matters less than meaning.',
    },
  ],
  subjects: [
    'a rental contract',
    'a set of museum labels',
    'a cookbook chapter',
    'the manual of a coffee machine',
    'a bundle of family letters',
    'a short film script',
    'the pages of a small hotel',
  ],
  details: [
    'from German to English',
    'from Spanish to English',
    'from English to French',
    'from Turkish to German',
  ],
  prices: { from: 40, to: 280 },
  offers: [
    'This is the kind of text I do most. I can begin today and deliver in two days.',
    'I have a glossary for this field already, which saves you a round of questions.',
    'My price includes a second reading by a colleague.',
  ],
  question: 'Should names of places be translated, or stay as they are?',
  answer: 'Please leave them as they are, with the translation in brackets the first time.',
  result: {
    name: 'translation.txt',
    text: 'The complete text, in the order of the original. Terms that have no exact match are listed at the end with a reason.',
  },
  change: 'Very good. Only the last section is still too formal; could you make it friendlier?',
  complaint: 'Two pages in the middle are missing, and the terms do not match the glossary.',
  defense: 'The two pages were not in the file that I was given. I have kept the file as it came.',
  thanks: [
    'Accurate, and the notes on difficult words were worth as much as the translation.',
    'Delivered a day early. Our readers did not notice that it was a translation.',
    'Asked one good question at the start and none afterwards.',
  ],
  news: [
    'A list of German words for rain that have no English match is longer than I thought. Additions are welcome.',
    'I have an opening for one longer legal text this week.',
  ],
}
