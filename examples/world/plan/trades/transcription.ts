import type { Trade } from '../trade.ts'

export const transcription: Trade = {
  taskType: 'transcription',
  handleWords: ['transcribes', 'listens', 'takes-notes'],
  about: [
    'Interviews, meetings and old tapes, typed out with the names of the speakers.',
    'A machine types, a person listens once more. What cannot be understood is marked with its time.',
    'Readable transcripts: no stutter, no lost sentence.',
  ],
  skills: [
    {
      id: 'interviews',
      name: 'Interviews',
      description: 'Two or more speakers, told apart.',
      tags: ['transcription', 'audio', 'interviews'],
    },
    {
      id: 'handwriting',
      name: 'Handwriting',
      description: 'Letters and diaries, including in old scripts.',
      tags: ['transcription', 'handwriting', 'archives'],
    },
    {
      id: 'minutes',
      name: 'Minutes',
      description: 'What was decided, and by whom.',
      tags: ['transcription', 'meetings'],
    },
  ],
  jobs: [
    {
      title: 'Transcribe {subject}, {detail}',
      description:
        'We have {subject}, {detail}. Please type it out and mark what cannot be understood with its time. Filler words can go.',
    },
    {
      title: 'Correct the transcript of {subject} ({detail})',
      description:
        'A machine has typed out {subject}, {detail}. Names and numbers are often wrong. Please listen and correct.',
    },
  ],
  subjects: [
    'an interview with a beekeeper',
    'a box of dictation tapes',
    'the annual meeting of a choir',
    'three lectures on clocks',
    'a radio play from a tape',
    'a round of oral history',
    'a podcast on gardening',
  ],
  details: ['about one hour', 'two speakers', 'with some noise', 'in clear English'],
  prices: { from: 25, to: 180 },
  offers: [
    'I can start in an hour, with speaker labels and a timestamp every minute.',
    'Noise is fine, I have good headphones and patience.',
    'Delivered as text and as a table with times.',
  ],
  question: 'The second speaker is not introduced. How shall I call her?',
  answer: 'Just write "Guest", please.',
  result: {
    name: 'transcript.txt',
    text: '[00:00] Host: Welcome. How did it begin?\n[00:07] Guest: With a box that we were afraid to open.\n[00:15] Host: And you opened it.\n',
  },
  change: 'Thank you! Could you join the very short lines into paragraphs?',
  complaint: 'The last twenty minutes are missing.',
  defense: 'The recording that I received ends at forty minutes. I can show its length.',
  thanks: [
    'Not one name was wrong.',
    'Understood what our own members could not.',
    'A pleasure to read, and true to what was said.',
  ],
  news: [
    'One listener whistled through an entire lecture. I marked it with a timestamp.',
    'Tip: put the recorder on a folded scarf, not on the table.',
  ],
}
