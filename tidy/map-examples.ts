import type { Examples } from './text-examples.ts'

/** Examples of the rules about the map, the workers and the packages. */
export const mapExamples = {
  folderMap: [
    [
      {
        'ARCHITECTURE.md':
          '## Map\n| `server/src/db`, `gone` | x |\n| `server/src/http/reply` | x |\n| `server/src/resources/<resource>` | x |\n## One request: `GET /x`\n| `server/src/other` | x |',
        'server/src/db/pool.ts': '',
        'server/src/http/reply/reply.ts': '',
        'server/src/resources/keys/rules.ts': '',
        'server/src/other/rules.ts': '',
        'server/src/tasks/wire/view.ts': '',
      },
      [
        'ARCHITECTURE.md:1 has no row for server/src/other',
        'ARCHITECTURE.md:1 has no row for server/src/tasks',
        'ARCHITECTURE.md:1 has no row for server/src/tasks/wire',
        'ARCHITECTURE.md:2 names server/src/gone, which does not exist',
      ],
    ],
  ],
  workerTable: [
    [
      {
        'ARCHITECTURE.md': '## Workers\n| `mails`, `gone` | Sends | due rows |\n## Import rules',
        'server/src/workers/index.ts': "[{ name: 'mails' }, { name: 'sweep' }]",
      },
      [
        'ARCHITECTURE.md:1 has no row for the worker sweep',
        'ARCHITECTURE.md:2 names gone, which is not a worker',
      ],
    ],
  ],
  packageVersions: [
    [
      { 'cli/package.json': '{\n"souk-sdk": "0.1.0",\n"souk-contract": "*"\n}' },
      ['cli/package.json:3 requires souk-contract *: name the exact version'],
    ],
  ],
} satisfies Record<string, Examples>
