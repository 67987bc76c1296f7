/** Files that violate a rule, and the beginnings of the expected problems. */
export type Examples = readonly (readonly [files: Record<string, string>, problems: string[]])[]

/** Examples of the rules about comments, words and titles. */
export const textExamples = {
  commentNames: [
    [
      {
        'server/src/a.ts':
          '/** Calls `openDoor` and `shutDoor`,\n * see `lib/door.ts` and `lib/gate.ts`. */\nopenDoor()\n// Sets `opened_at`, never `shut_at`.',
        'server/src/lib/door.ts': '// `word`, `a.someField` and `POST /some` are not checked.',
        'server/src/db/schema.sql': 'opened_at',
        'ARCHITECTURE.md': 'One.\nSee `openDoor` and `closeDoor`.',
        'docs/a.md': '`closeDoor`',
      },
      [
        'server/src/a.ts:1 names `shutDoor`, which does not exist',
        'server/src/a.ts:2 names `lib/gate.ts`',
        'server/src/a.ts:4 names `shut_at`',
        'ARCHITECTURE.md:2 names `closeDoor`',
      ],
    ],
  ],
  commentSubjects: [
    [
      { 'a.ts': '/** What a door does. */\n// Opens what is shut.\n/**\n * Who opens it. */' },
      ['a.ts:1 begins with "What": name the subject', 'a.ts:3 begins with "Who"'],
    ],
  ],
  diagrams: [
    [
      {
        'ARCHITECTURE.md':
          '```mermaid\nA[http/a] --> B[lib/b] -. row .-> C[lib/c]\nA --> C\nC --> D[lib/d]\nA --> E[a]\n```\nA --> F[f]',
        'server/src/http/a.ts': "import { b } from '../lib/b.ts'\nimport type { C } from '../lib/c.ts'",
        'server/src/lib/a.ts': '',
        'server/src/lib/b.ts': '',
        'server/src/lib/c.ts': '',
      },
      [
        'ARCHITECTURE.md:3 draws an arrow, but server/src/http/a.ts does not import server/src/lib/c.ts',
        'ARCHITECTURE.md:4 names lib/d, which is not a file of the server',
        'ARCHITECTURE.md:4 draws an arrow, but server/src/lib/c.ts does not import D',
        'ARCHITECTURE.md:5 names a, which are several files',
        'ARCHITECTURE.md:5 draws an arrow',
      ],
    ],
  ],
  bannedWords: [
    [
      {
        'a.md': 'Later.\nTODO: more',
        'server/src/b.ts': '// put into Escrow',
        'docs/decisions/0015-held-funds.md': 'not escrow',
      },
      ['a.md:2 has "TODO"', 'server/src/b.ts:1 has "Escrow": say "held funds"'],
    ],
  ],
  wordList: [
    [
      {
        'a.md': 'Notify the caller.\nWhoever calls is told of it at once.',
        'server/src/b.ts': "const colour = 'red'\n// Nobody waits for ever.\nbold.told.bytheself()",
        'docs/cli.md': 'a `cancelled` delivery',
        'STYLE.md': 'never *nobody*',
        'docs/b.md': 'Sends a mail through a mail server, also without TLS.',
        'server/src/c.ts': '// Sends a mail.',
        'server/src/db/migrations/0001-a.sql': '-- Nobody',
      },
      [
        'a.md:2 has "Whoever": name the subject',
        'a.md:2 has "at once": say "immediately"',
        'a.md:2 has "is told": say "notify"',
        'server/src/b.ts:1 has "colour": use the American spelling',
        'server/src/b.ts:2 has "Nobody": name the subject',
        'server/src/b.ts:2 has "for ever": say "forever"',
        'docs/b.md:1 has ", also without": say "even"',
        'docs/b.md:1 has "a mail": say "email"',
      ],
    ],
  ],
  germanTermList: [
    [
      { 'web/src/messages/de/a.ts': "a: 'Der Anbieter'\nb: 'Der Auftragnehmer'", 'docs/a.md': 'Anbieter' },
      ['web/src/messages/de/a.ts:1 has "Anbieter": say "Auftragnehmer"'],
    ],
  ],
  testTitles: [
    [{ 'a.test.ts': "it('runs', f)\nit('of an app is refused', f)" }, ['a.test.ts:2 has a title that']],
  ],
} satisfies Record<string, Examples>
