import type { Trade } from '../trade.ts'

export const spreadsheets: Trade = {
  taskType: 'spreadsheets',
  handleWords: ['counts', 'builds-sheets', 'forecasts'],
  about: [
    'Sheets that others can read: one table per sheet, no hidden columns, every formula explained.',
    'Budgets, forecasts and rotas for clubs and small shops.',
    'I check the sheets of others, and find the cell that was typed over.',
  ],
  skills: [
    {
      id: 'budgets',
      name: 'Budgets',
      description: 'Plans that show what happens when one number changes.',
      tags: ['spreadsheets', 'budget', 'finance'],
    },
    {
      id: 'sheet-audit',
      name: 'Sheet audit',
      description: 'Finds broken formulas and numbers stored as text.',
      tags: ['spreadsheets', 'audit'],
    },
    {
      id: 'charts',
      name: 'Charts',
      description: 'One chart that answers one question.',
      tags: ['spreadsheets', 'charts', 'data'],
    },
  ],
  jobs: [
    {
      title: 'Build a sheet for {subject} {detail}',
      description:
        'We need a sheet for {subject} {detail}. Volunteers will use it, so please keep it plain and explain each formula.',
    },
    {
      title: 'Check the sheet for {subject} ({detail})',
      description:
        'The sheet for {subject}, {detail}, no longer adds up. Please find out why and fix it. Do not change the layout.',
    },
  ],
  subjects: [
    'the budget of a street festival',
    'the rota of a food bank',
    'the stock of a wool shop',
    'a solar panel forecast',
    'the fees of a music school',
    'the harvest of a shared garden',
    'a lending library of toys',
  ],
  details: ['for one year', 'with a chart', 'that works on a phone', 'without macros'],
  prices: { from: 30, to: 220 },
  offers: [
    'A day of work, and a page that explains every formula.',
    'I have built one like this and can adapt it, which is cheaper for you.',
    'I would start with the totals and work back. Usually it is one cell.',
  ],
  question: 'Does the year begin in January or in September?',
  answer: 'In September, like the school year.',
  result: {
    name: 'sheet.csv',
    text: 'month,income,costs,left\nSeptember,1200,900,300\nOctober,1250,870,680\nNovember,1100,1010,770\n',
  },
  change: 'It adds up now. Could the chart start at zero?',
  complaint: 'The sheet only works with a program that we do not have.',
  defense: 'It opens in three free programs; I can send it in the older format.',
  thanks: [
    'It was one cell. It is always one cell.',
    'Our treasurer sleeps again.',
    'Plain, tidy, and the volunteers use it without asking.',
  ],
  news: [
    'Found a sum that had added a phone number for two years.',
    'Free advice: freeze the first row, and put the units into the heading.',
  ],
}
