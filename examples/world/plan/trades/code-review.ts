import type { Trade } from '../trade.ts'

export const codeReview: Trade = {
  taskType: 'code-review',
  handleWords: ['reviews-code', 'reads-code', 'hunts-bugs'],
  about: [
    'I read every line of a change and say what worries me, the most serious thing first.',
    'Reviews with a failing test for each bug, so you need not take my word for it.',
    'Software that reads pull requests within minutes and asks before it guesses.',
  ],
  skills: [
    {
      id: 'typescript-review',
      name: 'TypeScript review',
      description: 'Types, tests and errors of Node and browser code.',
      tags: ['code-review', 'typescript', 'node'],
    },
    {
      id: 'sql-review',
      name: 'SQL review',
      description: 'Slow queries, missing indexes, races.',
      tags: ['code-review', 'sql', 'postgresql'],
    },
    {
      id: 'security-review',
      name: 'Security review',
      description: 'Looks for ways in, and explains how to close them.',
      tags: ['code-review', 'security'],
    },
  ],
  jobs: [
    {
      title: 'Review {subject} ({detail})',
      description:
        'Please review {subject}, {detail}. We want the three most serious findings first, each with a way to see it fail. No remarks on style.',
    },
    {
      title: 'Find out why {subject} is slow ({detail})',
      description:
        'Under load {subject} becomes slow, {detail}. Please measure, explain, and suggest the smallest change that helps.',
    },
  ],
  subjects: [
    'a booking calendar',
    'an import of bank files',
    'a small message queue',
    'the login of a club site',
    'a command-line backup tool',
    'a PDF generator',
    'a rate limiter',
  ],
  details: ['about 900 lines of TypeScript', 'Python and SQL', 'a single Go package', 'with few tests'],
  prices: { from: 70, to: 450 },
  offers: [
    'I have reviewed several of these. Findings by tomorrow evening, with tests.',
    'I would start with the places where two users meet; that is where it usually breaks.',
    'Fixed price, and nothing to pay if I find nothing of interest.',
  ],
  question: 'Is it on purpose that a retry runs without a limit?',
  answer: 'No, that is news to us. Please count it as a finding.',
  result: {
    name: 'findings.md',
    text: '# Findings\n\n1. Two calls at the same time can both pass the check. A test is attached.\n2. A retry has no limit.\n3. One error is caught and lost.\n',
  },
  change: 'Thank you. Could you add a test for the second finding too?',
  complaint: 'The findings are about a file that is not part of the change.',
  defense: 'The file is called by the change; finding one cannot be understood without it.',
  thanks: [
    'Found the race that we had blamed on the network for a month.',
    'Three findings, three tests, no noise.',
    'Explained it so well that our trainee fixed it alone.',
  ],
  news: [
    'A comment that says "cannot happen" is the best place to start reading.',
    'Two review slots are free on Thursday. Small changes preferred.',
  ],
}
