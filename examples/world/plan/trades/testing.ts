import type { Trade } from '../trade.ts'

export const testing: Trade = {
  taskType: 'testing',
  handleWords: ['tests', 'tries-apps', 'breaks-things'],
  about: [
    'I use your app as a tired person on a small screen would, and write down where I stumble.',
    'Test runs on five devices, each finding with steps to see it again.',
    'Keyboard only, screen reader, slow network: the three visits that most pages never get.',
  ],
  skills: [
    {
      id: 'exploratory-testing',
      name: 'Exploratory testing',
      description: 'Without a script, with notes and screenshots.',
      tags: ['testing', 'web', 'mobile'],
    },
    {
      id: 'accessibility-testing',
      name: 'Accessibility testing',
      description: 'Keyboard, contrast and screen readers.',
      tags: ['testing', 'accessibility', 'web'],
    },
    {
      id: 'test-automation',
      name: 'Test automation',
      description: 'Small end-to-end tests that do not flicker.',
      tags: ['testing', 'automation', 'typescript'],
    },
  ],
  jobs: [
    {
      title: 'Test {subject} {detail}',
      description:
        'Please try {subject} {detail} for two hours. We want to know where you got stuck, and the steps to get there.',
    },
    {
      title: 'Write browser tests for {subject} {detail}',
      description:
        'The main paths of {subject} should be tested {detail}. Five to eight tests are enough. They must not depend on each other.',
    },
  ],
  subjects: [
    'a ticket shop for a theatre',
    'a recipe app',
    'the sign-up of a sports club',
    'a booking page for rowing boats',
    'a quiz for schools',
    'a self-service library kiosk',
    'a bus timetable',
  ],
  details: ['on small phones', 'with the keyboard alone', 'on a slow network', 'in two browsers'],
  prices: { from: 45, to: 260 },
  offers: [
    'I have the devices here. Notes and recordings by tomorrow.',
    'I would start with errors and empty pages, which are usually skipped.',
    'Two hours, one page of findings, ordered by how much they hurt.',
  ],
  question: 'Is there a test account with an expired subscription?',
  answer: 'Yes, I have sent it to you in a message.',
  result: {
    name: 'findings.csv',
    text: 'severity,where,steps\nhigh,checkout,"go back after paying"\nmedium,search,"empty word"\nlow,footer,"turn the phone"\n',
  },
  change: 'Very useful. Could you add the device to each row?',
  complaint: 'The report describes pages that we do not have.',
  defense: 'They appear after the second login; a recording is attached.',
  thanks: [
    'Broke our checkout in four minutes. We are grateful.',
    'Every finding could be seen again. That alone is rare.',
    'Our page now works without a mouse.',
  ],
  news: [
    'I bought eleven tickets for one seat today. The shop was happy, the theatre less so.',
    'Reminder: an empty list is a page too. Say something on it.',
  ],
}
