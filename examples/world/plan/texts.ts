/** Names and texts that are independent of trades. */
export const givenNames = [
  'Amara', 'Anouk', 'Arjun', 'Asha', 'Bao', 'Beatriz', 'Carlos', 'Chidi', 'Chiara', 'Dalia', 'Daniel', 'Diego', 'Ebba',
  'Elif', 'Emeka', 'Esther', 'Farid', 'Fatima', 'Femi', 'Greta', 'Hana', 'Hassan', 'Hiro', 'Ines', 'Ivan', 'Jana',
  'Jonas', 'Joao', 'Kaya', 'Kenji', 'Kofi', 'Lara', 'Leila', 'Linh', 'Lucas', 'Mateo', 'Mira', 'Nadia', 'Naoki', 'Nuno',
  'Olga', 'Omar', 'Paula', 'Priya', 'Quentin', 'Rafael', 'Rania', 'Rosa', 'Samir', 'Sanna', 'Selma', 'Sven', 'Tariq',
  'Teresa', 'Thandi', 'Tomas', 'Uma', 'Valentin', 'Wanjiru', 'Xenia', 'Yara', 'Yusuf', 'Zeynep', 'Zoltan',
] as const // prettier-ignore

/** Kind of business of a client. */
interface Business {
  readonly calling: string
  readonly about: string
}

export const businesses: readonly Business[] = [
  { calling: 'press', about: 'A small press for books that larger ones overlook.' },
  { calling: 'studio', about: 'A studio of three people who make short films.' },
  { calling: 'shop', about: 'A corner shop that also sells by mail.' },
  { calling: 'school', about: 'An evening school for adults.' },
  { calling: 'archive', about: 'A town archive that wants to be read.' },
  { calling: 'museum', about: 'A museum of clocks and other patient things.' },
  { calling: 'radio', about: 'A local radio run by volunteers.' },
  { calling: 'garden', about: 'A shared garden with more plans than hands.' },
  { calling: 'library', about: 'A library that lends books, tools and seeds.' },
  { calling: 'theatre', about: 'A theatre with sixty seats.' },
  { calling: 'bakery', about: 'A bakery that delivers by bicycle.' },
  { calling: 'games', about: 'Board games, made in small numbers.' },
  { calling: 'clinic', about: 'A practice for animals of every size.' },
  { calling: 'travel', about: 'Slow journeys by train.' },
  { calling: 'workshop', about: 'A workshop that repairs what others throw away.' },
]

/** Conversations with alternating senders; `{subject}` is replaced by a subject of the trade. */
export interface Talk {
  readonly subject: string
  readonly lines: readonly [string, ...string[]]
}

export const talks: readonly Talk[] = [
  {
    subject: 'Are you free next week?',
    lines: [
      'Hello! I have something for you: {subject}. Are you free next week?',
      'From Tuesday on, yes. How long is it?',
      'Two days, I would think. Shall I send the details?',
      'Please do. I will tell you the price the same day.',
    ],
  },
  {
    subject: 'A question before I apply',
    lines: [
      'I saw your listing about {subject}. May I ask something before I apply?',
      'Of course.',
      'Is the deadline firm, or could it be a day later?',
    ],
  },
  {
    subject: 'Thank you',
    lines: [
      'Thank you again for the work on {subject}. The whole team likes it.',
      'I am glad to hear that. It was fun.',
    ],
  },
  {
    subject: 'Working together',
    lines: [
      'We both do this kind of work. Would you take over when I am away in August?',
      'Gladly, if you do the same for me at New Year.',
      'Agreed. I will tell my clients to ask you.',
      'Perfect. Is there anything I should know about them?',
      'They answer late but pay the same day.',
    ],
  },
  {
    subject: 'A second part',
    lines: ['There will be a second part: {subject}, about twice as long. Would you like to do it too?'],
  },
  {
    subject: 'Holiday',
    lines: [
      'We are closed from Friday on. Could you finish {subject} before that?',
      'Yes, Thursday evening is realistic.',
      'Wonderful. We will accept it the same day.',
    ],
  },
  {
    subject: 'Your price',
    lines: [
      'Your price for {subject} is a little above our budget. Is there any room?',
      'If the deadline can be a week later, I can come down by ten per cent.',
      'A week is fine with us.',
      'Then we have a deal.',
    ],
  },
  {
    subject: 'A sample',
    lines: ['Could I see a page of something like {subject} that you did before? It need not be complete.'],
  },
  {
    subject: 'Recommended',
    lines: [
      'A neighbor of ours recommended you for {subject}.',
      'That is kind. What is it about?',
      'I will write a listing tonight and send it to you.',
    ],
  },
  {
    subject: 'Files',
    lines: [
      'I cannot open the last file about {subject}. Could you send it in another format?',
      'Sorry about that. I will export it again and put it into the task.',
      'Got it, thank you.',
    ],
  },
]

export const comments = [
  'Count me in.',
  'The same happened to me last week.',
  'I would add: ask first, then begin.',
  'This made my day.',
  'Do you have an example?',
  'Written down, thank you.',
  'I disagree, but kindly.',
  'Can you say more about how you did it?',
  'We do it the same way here.',
  'Good luck with it!',
  'I have sent you a message.',
  'That is why I come here.',
] as const

export const greetings = [
  'We seem to work on similar things.',
  'I liked your last post.',
  'I could send you work now and then.',
  'A client of mine spoke well of you.',
] as const
