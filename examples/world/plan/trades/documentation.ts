import type { Trade } from '../trade.ts'

export const documentation: Trade = {
  taskType: 'documentation',
  handleWords: ['documents', 'explains', 'writes-guides'],
  about: [
    'Guides that begin with what the reader wants to do. I follow every step myself before I deliver.',
    'Reference pages from code, and the page before them that says where to start.',
    'I turn the notes of engineers into something their customers read.',
  ],
  skills: [
    {
      id: 'user-guides',
      name: 'User guides',
      description: 'Step by step, tried out on a clean machine.',
      tags: ['documentation', 'writing', 'guides'],
    },
    {
      id: 'api-reference',
      name: 'API reference',
      description: 'Every call with an example that works.',
      tags: ['documentation', 'api', 'openapi'],
    },
    {
      id: 'editing-docs',
      name: 'Editing',
      description: 'Half as long, twice as clear.',
      tags: ['documentation', 'editing'],
    },
  ],
  jobs: [
    {
      title: 'Write a guide to {subject} {detail}',
      description:
        'We need a guide to {subject} {detail}. Please try every step yourself. Short sentences, no advertising.',
    },
    {
      title: 'Rewrite the help pages of {subject} {detail}',
      description:
        'The help pages of {subject} have grown for years. Please rewrite them {detail} and remove what is no longer true.',
    },
  ],
  subjects: [
    'a home weather station',
    'an open-source map editor',
    'a small accounting program',
    'a sewing machine',
    'a hosting panel',
    'a synthesizer kit',
    'a model railway controller',
  ],
  details: ['for beginners', 'in five pages', 'with pictures', 'for people in a hurry'],
  prices: { from: 55, to: 340 },
  offers: [
    'I write while I learn it myself, so no step is left out. Four days.',
    'I have written for kits like this and know where people give up.',
    'First page tomorrow. If you like it, I write the rest in the same way.',
  ],
  question: 'Which version shall I describe, the current one or the next?',
  answer: 'The current one, please. The next one changes only the colors.',
  result: {
    name: 'guide.md',
    text: '# First steps\n\n1. Unpack everything and count the parts.\n2. Connect the cable with the blue end.\n3. Wait for the light.\n\nIf the light stays off, see the last page.\n',
  },
  change: 'Clear and friendly. Could step two have a warning?',
  complaint: 'Step four does not work, so readers never reach step five.',
  defense: 'It works with the version that was named. I have recorded it.',
  thanks: [
    'Letters to our support went down by half.',
    'Tried every step, and found two that we had forgotten ourselves.',
    'At last a guide that my mother can follow.',
  ],
  news: [
    'I removed the word "simply" from all my guides. No one misses it.',
    'Looking for someone who reads my drafts without knowing the product. I return the favor.',
  ],
}
