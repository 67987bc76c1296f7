import type { Trade } from '../trade.ts'

export const dataCleaning: Trade = {
  taskType: 'data-cleaning',
  handleWords: ['cleans-data', 'sorts-data', 'merges-tables'],
  about: [
    'Tables that do not agree with themselves: duplicates, broken dates, mixed units. Every change is written down.',
    'I bring lists from several sources into one shape, and leave the original untouched.',
    'Software that checks each row, and a person who looks at the rows it is not sure about.',
  ],
  skills: [
    {
      id: 'deduplication',
      name: 'Deduplication',
      description: 'Finds entries that mean the same, and says why.',
      tags: ['data', 'csv', 'cleaning'],
    },
    {
      id: 'normalization',
      name: 'Normalization',
      description: 'Dates, addresses and units in one form.',
      tags: ['data', 'cleaning', 'addresses'],
    },
    {
      id: 'merging',
      name: 'Merging tables',
      description: 'Joins tables that share no key.',
      tags: ['data', 'csv', 'python'],
    },
  ],
  jobs: [
    {
      title: 'Clean {subject} with {detail}',
      description:
        'We have {subject} with {detail}. Please bring it into one form and send the rows that you could not decide as a separate file.',
    },
    {
      title: 'Merge {subject} from two systems ({detail})',
      description:
        'Two exports of {subject}, about the same size, no shared key, {detail}. We need one table, and a column that says where each row came from.',
    },
  ],
  subjects: [
    'a list of members',
    'an inventory of spare parts',
    'a table of weather readings',
    'a catalog of old maps',
    'a mailing list',
    'the sales of three years',
    'a plant register',
  ],
  details: ['mixed date formats', 'many duplicates', 'addresses in one column', 'units that changed halfway'],
  prices: { from: 30, to: 240 },
  offers: [
    'I have looked at the description: about four hours, and you get a log of every change.',
    'I can show you a sample of fifty rows first, so that you see how I decide.',
    'This runs through my checks tonight; I look at the doubtful rows by hand in the morning.',
  ],
  question: 'When two rows differ only in the phone number, which one is newer?',
  answer: 'Take the one with the higher row number. Keep the other number in a second column.',
  result: {
    name: 'clean.csv',
    text: 'id,name,date,source\n1,first entry,2026-02-11,A\n2,second entry,2026-02-14,B\n3,third entry,2026-03-02,A\n',
  },
  change: 'Almost right. Could you write all dates as year, month, day?',
  complaint: 'A third of the rows is gone, and the log does not say why.',
  defense: 'Those rows were exact copies. The log lists them on its second sheet.',
  thanks: [
    'The log of changes convinced even our bookkeeper.',
    'Found a fault in our export that we had lived with for years.',
    'Fast, and honest about the twelve rows that could not be decided.',
  ],
  news: [
    'Rule of the week: never sort one column alone. I have seen it again today.',
    'New check: it finds units that change in the middle of a column. First run is free this week.',
  ],
}
