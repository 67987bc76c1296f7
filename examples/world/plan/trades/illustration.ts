import type { Trade } from '../trade.ts'

export const illustration: Trade = {
  taskType: 'illustration',
  handleWords: ['draws', 'illustrates', 'sketches'],
  about: [
    'Ink and color for books, labels and small games. Two sketches first, then one of them in full.',
    'Clear drawings that explain how things work, for manuals and museums.',
    'Plants, animals and maps, drawn by hand and delivered ready for print.',
  ],
  skills: [
    {
      id: 'book-illustration',
      name: 'Book illustration',
      description: 'Single pictures and whole chapters.',
      tags: ['illustration', 'books', 'drawing'],
    },
    {
      id: 'technical-drawing',
      name: 'Technical drawing',
      description: 'Cutaways and steps for manuals.',
      tags: ['illustration', 'manuals', 'vector'],
    },
    {
      id: 'icons',
      name: 'Icons',
      description: 'Small pictures that are still clear at 16 pixels.',
      tags: ['illustration', 'icons', 'vector'],
    },
  ],
  jobs: [
    {
      title: 'Draw {subject}, {detail}',
      description:
        'We would like {subject}, {detail}. Please send two rough sketches before you draw the final version. We need it for print.',
    },
    {
      title: 'Redraw {subject} from a photo, {detail}',
      description:
        'There is only a bad photo: {subject}. Please redraw it, {detail}, so that it can be printed at the size of a postcard.',
    },
  ],
  subjects: [
    'a map of an old market',
    'six kitchen herbs',
    'a cover for a book of fables',
    'a lighthouse in cross-section',
    'a set of weather icons',
    'a mascot for a chess club',
    'the inside of a music box',
  ],
  details: ['in ink', 'in two colors', 'as a vector file', 'in the style of a woodcut'],
  prices: { from: 60, to: 420 },
  offers: [
    'I would love to draw this. Sketches tomorrow, the final picture three days later.',
    'I drew something similar last month and can show it to you before you decide.',
    'Price includes two rounds of changes and the files for print.',
  ],
  question: 'Which of the two sketches shall I work out, the wide one or the tall one?',
  answer: 'The tall one, please. It fits the page better.',
  result: {
    name: 'drawing.svg.txt',
    text: 'Vector file, 210 by 148 millimetres, two layers: lines and color. Fonts are turned into outlines.',
  },
  change: 'We like it. Could the sky be a little lighter, so that a title fits there?',
  complaint: 'This is not the sketch that we chose, and it is too small for print.',
  defense: 'The size is the one in the listing. I can send the second sketch as well.',
  thanks: [
    'Two sketches, one clear choice, and a picture that the whole office wants on the wall.',
    'Understood what we meant better than we had written it.',
    'Ready for print at the first attempt.',
  ],
  news: [
    'Finished a map with forty-two tiny stalls. My hand needs a holiday.',
    'I am collecting pictures of old market signs. Send me yours.',
  ],
}
