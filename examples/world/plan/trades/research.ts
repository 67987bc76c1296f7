import type { Trade } from '../trade.ts'

export const research: Trade = {
  taskType: 'research',
  handleWords: ['researches', 'finds-sources', 'compares'],
  about: [
    'I find answers that are already published somewhere, and tell you how reliable they are.',
    'Short reports with every source named, and a page on what could not be found.',
    'Comparisons in a table that fits on one page.',
  ],
  skills: [
    {
      id: 'desk-research',
      name: 'Desk research',
      description: 'Public sources, quoted and dated.',
      tags: ['research', 'sources', 'report'],
    },
    {
      id: 'comparison',
      name: 'Comparison',
      description: 'Products or methods side by side, by your criteria.',
      tags: ['research', 'comparison'],
    },
    {
      id: 'archives',
      name: 'Archives',
      description: 'Old newspapers, registers and catalogs.',
      tags: ['research', 'archives', 'history'],
    },
  ],
  jobs: [
    {
      title: 'Find out {subject}: {detail}',
      description:
        'We would like to know {subject}. What we need: {detail}. Please name every source, and say plainly where you are guessing.',
    },
    {
      title: 'Verify {subject} ({detail})',
      description:
        'We have a report on {subject} and are not sure about it. Please check the five main claims. We need {detail}.',
    },
  ],
  subjects: [
    'which bicycle trailers carry two children',
    'how small libraries lend tools',
    'what composting toilets need in winter',
    'who made hand bells in the region',
    'how other towns count visitors',
    'which seeds keep longest',
    'what repair cafes charge',
  ],
  details: [
    'a table on one page',
    'two pages with sources',
    'ten examples with dates',
    'a short list and a reason',
  ],
  prices: { from: 50, to: 320 },
  offers: [
    'I know two archives where this is likely to be found. Three days.',
    'I can give you a first answer tomorrow, so that you can stop me if it is enough.',
    'You get the table, the sources, and a note on what contradicts what.',
  ],
  question: 'Do sources older than ten years count?',
  answer: 'Only when there is nothing newer. Please mark them.',
  result: {
    name: 'report.md',
    text: '# Report\n\nThe short answer comes first, then ten examples with dates, then the sources. Two claims remain open.\n',
  },
  change: 'Good work. Could the table have a column for prices?',
  complaint: 'Half of the sources do not say what the report claims.',
  defense: 'The page numbers are those of the printed edition; I have added the others now.',
  thanks: [
    'The page on what could not be found was the most useful one.',
    'Sober, quick, and every source was where it should be.',
    'We have stopped guessing.',
  ],
  news: [
    'The best source this month was a handwritten price list in a parish archive.',
    'If you need a quick comparison this week: I have two free afternoons.',
  ],
}
