import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { operationFiles } from './tidy/name-rules.ts'
import { readRepository, repositoryOf } from './tidy/repository.ts'
import { mapExamples } from './tidy/map-examples.ts'
import { exceptions, problemsOf, rules, type RuleName } from './tidy/rules.ts'
import { textExamples, type Examples } from './tidy/text-examples.ts'
import { allowedTexts } from './tidy/word-list.ts'
import { callerLimits, operationLimits } from './server/src/rate-limit/policies.ts'

const repository = readRepository(fileURLToPath(new URL('.', import.meta.url)))
const ruleNames = Object.keys(rules).filter((name): name is RuleName => name in rules)

const textOf = (path: string) => repository.texts.find((file) => file.path === path)?.text ?? ''

describe('the repository follows the rule', () => {
  it.each(ruleNames)('%s', (rule) => {
    expect(problemsOf(rule, repository)).toEqual([])
  })

  it('has no unused exception', () => {
    const unused = exceptions.filter(
      ({ rule, path }) => !problemsOf(rule, repository, []).some((problem) => problem.startsWith(`${path}:`)),
    )
    expect(unused).toEqual([])
  })
})

const broken: Record<RuleName, Examples> = {
  ...textExamples,
  ...mapExamples,
  layering: [
    [{ 'contract/src/a.ts': "import 'ajv'" }, ['contract/src/a.ts:1 imports ajv: contract imports only']],
    [
      { 'contract/src/a.ts': "\nimport type { B } from '../../server/src/b.ts'" },
      ['contract/src/a.ts:2 imports'],
    ],
    [{ 'sdk/src/a.ts': "export * from '../../contract/src/index.ts'" }, ['sdk/src/a.ts:1 imports']],
    [
      {
        'sdk/src/a.ts': "import './b.ts'\nimport 'node:fs'\nimport './testing/b.ts'",
        'sdk/src/testing.ts': "import 'node:fs'\nimport './a.ts'\nimport 'pg'",
      },
      [
        'sdk/src/a.ts:2 imports node:fs: sdk imports only',
        'sdk/src/a.ts:3 imports ./testing/b.ts',
        'sdk/src/testing.ts:3 imports pg: the Node-only modules',
      ],
    ],
    [{ 'server/src/a.ts': "import 'souk-sdk'" }, ['server/src/a.ts:1 imports souk-sdk']],
    [
      { 'cli/src/a.ts': "import 'souk-sdk'\nimport 'commander'\nimport '../../server/src/b.ts'" },
      ['cli/src/a.ts:3 imports ../../server/src/b.ts'],
    ],
    [
      { 'server/src/lib/a.ts': "import type { B } from '../caller.ts'" },
      ['server/src/lib/a.ts:1 imports ../caller.ts'],
    ],
    [
      { 'server/src/db/a.ts': "import { b } from '../resources/b/rules.ts'" },
      ['server/src/db/a.ts:1 imports'],
    ],
    [
      {
        'server/src/resources/a/rules.ts': "import { sql } from 'kysely'",
        'server/src/resources/a/view.ts': "import { b } from './queries.ts'\nimport type { C } from 'kysely'",
      },
      [
        'server/src/resources/a/rules.ts:1 imports kysely',
        'server/src/resources/a/view.ts:1 imports ./queries.ts',
      ],
    ],
    [
      {
        'server/src/resources/a/b.ts':
          "import type { C } from '../../http/c.ts'\nimport { d } from '../../ports/d.ts'",
      },
      [
        'server/src/resources/a/b.ts:1 imports ../../http/c.ts',
        'server/src/resources/a/b.ts:2 imports ../../ports/d.ts',
      ],
    ],
    [
      {
        'server/src/http/a.ts': "import { b } from '../resources/b/routes.ts'",
        'server/src/app.ts': "import './resources/b/routes.ts'",
      },
      ['server/src/http/a.ts:1 imports ../resources/b/routes.ts: only app.ts and groups.ts'],
    ],
    [
      {
        'examples/provider/a.ts': "import 'souk-contract'\nimport './b.ts'\nimport 'souk-sdk/node'",
        'examples/demo/a.ts': "import './b.ts'\nimport '../provider/b.ts'",
      },
      ['examples/provider/a.ts:1 imports souk-contract', 'examples/demo/a.ts:2 imports ../provider/b.ts'],
    ],
  ],
  reaching: [
    [
      { 'server/src/mails/a.ts': "import { createTransport } from 'nodemailer'" },
      ['server/src/mails/a.ts:1 imports nodemailer'],
    ],
    [{ 'server/src/a.ts': "const b = await import('node:https')" }, ['server/src/a.ts:1 imports node:https']],
    [
      {
        'server/src/ports/a.ts': "import 'node:dns/promises'\nimport 'undici'\nimport 'net'\nimport 'stripe'",
        'server/src/ports/mailer.ts': "import 'nodemailer'",
        'server/src/money/processor/stripe/a.ts': "import 'stripe'",
      },
      [
        'server/src/ports/a.ts:1 imports node:dns/promises: only ports/egress',
        'server/src/ports/a.ts:2 imports undici',
        'server/src/ports/a.ts:3 imports net',
        'server/src/ports/a.ts:4 imports stripe: only money/processor/stripe',
      ],
    ],
    [
      { 'server/src/http/a.ts': "import { Pool } from 'pg'" },
      ['server/src/http/a.ts:1 imports pg: only db/ and'],
    ],
    [
      { 'server/src/a.ts': "import { spawn } from 'node:child_process'" },
      ['server/src/a.ts:1 imports node:child_process'],
    ],
    [{ 'server/src/a.ts': "import cors from '@fastify/cors'" }, ['server/src/a.ts:1 imports @fastify/cors']],
    [
      {
        'server/src/ports/egress/a.ts': "import 'node:net'",
        'server/src/b.ts': "import type { C } from 'pg'",
      },
      [],
    ],
  ],
  texts: [
    [
      { 'web/src/a.tsx': 'const a = <p title="Hi" lang="en">\n{b ? "No" : `Souk ${c}`}\n<i>Text</i></p>' },
      ['web/src/a.tsx:2 take the text', 'web/src/a.tsx:1 take the text', 'web/src/a.tsx:3 take the text'],
    ],
  ],
  fetching: [
    [
      {
        'server/src/a.ts': 'await fetch(url)',
        'server/src/ports/a.ts': 'await globalThis.fetch(url)',
        'server/src/ports/egress/a.ts': 'await fetch(url)',
        'sdk/src/a.ts': 'await fetch(url)',
      },
      ['server/src/a.ts:1 send through ports/egress', 'server/src/ports/a.ts:1 send through ports/egress'],
    ],
  ],
  declaredPackages: [
    [
      {
        'package.json': '{"devDependencies": {"vitest": "1"}}',
        'server/package.json': '{"dependencies": {"pg": "1"}}',
        'server/src/a.ts': "import 'pg'\nimport '@scope/left/pad'\nimport 'vitest'",
        'server/src/a.test.ts': "import 'vitest'\nimport 'pad'",
        'scripts/a.ts': "import 'souk-server'\nimport 'pg'",
      },
      [
        'server/src/a.ts:2 imports @scope/left/pad: declare it in server/package.json',
        'server/src/a.ts:3 imports vitest',
        'server/src/a.test.ts:2 imports pad',
        'scripts/a.ts:2 imports pg: declare it in package.json',
      ],
    ],
  ],
  deadFiles: [
    [
      {
        'server/src/main.ts': "import './a.ts'",
        'server/src/a.ts': '',
        'server/src/b.ts': '',
        'server/src/b.test.ts': "import './b.ts'",
      },
      ['server/src/b.ts:1 nothing imports'],
    ],
  ],
  deadExports: [
    [
      {
        'server/src/main.ts': "import { a as b } from './a.ts'\nimport type { C } from './a.ts'",
        'server/src/a.ts':
          'export const a = 1\nexport interface C {}\nexport function d() {}\nexport type E = C',
        'server/src/a.test.ts': "import { d } from './a.ts'",
        'server/src/whole.ts': 'export const f = 1',
        'server/src/b.ts':
          "import * as whole from './whole.ts'\nexport { g } from './g.ts'\nconst h = 1\nexport { h }",
        'server/src/g.ts': 'export const { g, i } = { g: 1, i: 2 }',
        'sdk/src/index.ts': 'export const j = 1',
      },
      [
        'server/src/a.ts:4 no other file imports E',
        'server/src/b.ts:4 no other file imports h',
        'server/src/g.ts:1 no other file imports i',
      ],
    ],
  ],
  cycles: [
    [
      {
        'server/src/a.ts': "import { b } from './b.ts'",
        'server/src/b.ts': "import type { C } from './c/c.ts'",
        'server/src/c/c.ts': "import type { A } from '../a.ts'",
        'server/src/d.ts': "import { a } from './a.ts'",
        'cli/src/e.ts': "import { f } from './f.ts'",
        'cli/src/f.ts': "import { e } from './e.ts'",
        'web/src/g.ts': "await import('./h.ts')",
        'web/src/h.ts': "import { g } from './g.ts'",
      },
      [
        'server/src/a.ts:1 is in an import cycle with server/src/b.ts, server/src/c/c.ts',
        'cli/src/e.ts:1 is in an import cycle with cli/src/f.ts',
      ],
    ],
  ],
  types: [
    [
      {
        'a.ts':
          'const a = b as C\nconst d = [1] as const\nlet e: any\nf!.g()\nconst text = "x as Y, any, z!.w" // as any',
      },
      ['a.ts:1 narrow', 'a.ts:3 use the exact type', 'a.ts:4 handle the missing'],
    ],
  ],
  exports: [
    [{ 'a.ts': 'export default 1', 'b.config.ts': 'export default 1' }, ['a.ts:1 export it by name']],
  ],
  statements: [
    [
      {
        'server/src/a.ts': "reader.selectFrom('b')\nsql<boolean>`true`\nconst text = 'tx.insertInto'",
        'server/src/queries.ts': "tx.deleteFrom('b')",
        'server/src/b-queries.ts': 'sql`select`',
        'server/src/b-checks.ts': 'sql`select`',
        'server/src/db/a.ts': 'sql`select`',
        'server/src/a.test.ts': 'sql`select`',
      },
      ['server/src/a.ts:1 move the statement', 'server/src/a.ts:2 move the statement'],
    ],
  ],
  clock: [
    [
      { 'server/src/a.ts': 'new Date()\nnew Date(0)\nDate.now()', 'server/src/a.test.ts': 'new Date()' },
      ['server/src/a.ts:1 take the time', 'server/src/a.ts:3 take the time'],
    ],
  ],
  environment: [
    [
      {
        'server/src/a.ts': 'process.env.A',
        'server/src/main.ts': 'process.env',
        'cli/src/a.ts': 'process.env.B',
        'cli/src/main.ts': 'process.env',
      },
      ['server/src/a.ts:1 add the setting', 'cli/src/a.ts:1 read it from the context'],
    ],
  ],
  functionLength: [
    [{ 'a.ts': `function a() {${'\n'.repeat(60)}}` }, ['a.ts:1 split this function of 61 lines']],
    [
      { 'a.ts': `const a = {\n  b: () => {${'\n'.repeat(60)}} }` },
      ['a.ts:2 split this function of 61 lines'],
    ],
    [{ 'a.test.ts': `describe.each([])('b', () => {${'\n'.repeat(90)}})` }, []],
  ],
  fileLength: [
    [
      { 'a.ts': '//\n'.repeat(251), 'b.test.ts': '//\n'.repeat(450), 'c.md': '\n'.repeat(900) },
      ['a.ts:251 split this file of 251'],
    ],
    [{ 'b.test.ts': '//\n'.repeat(451) }, ['b.test.ts:451 split this file of 451']],
  ],
  fileNames: [
    [
      {
        'server/src/aB.ts': '',
        'server/src/string-utils.ts': '',
        'server/src/task-service.ts': '',
        'README.md': '',
      },
      [
        'server/src/aB.ts:1 name it in kebab-case',
        'server/src/string-utils.ts:1 "string-utils" is not specific',
        'server/src/task-service.ts:1',
      ],
    ],
    [
      {
        'contract/src/routes/service.ts': '',
        'server/src/resources/service/routes.ts': '',
        '.ci/run': '',
        LICENSE: '',
      },
      [],
    ],
  ],
  folderSize: [
    [
      Object.fromEntries(
        Array.from({ length: 25 }, (_, n) => [
          [`a/b/c${n}.ts`, ''],
          [`a/d/e${n}.${n === 0 ? 'css' : 'ts'}`, ''],
          [`a/f/g${n}.test.ts`, ''],
        ]).flat(),
      ),
      ['a/b:1 is a folder of 25 modules'],
    ],
  ],
  operationFiles: [],
  shellVariables: [
    [
      {
        'docs/a.md':
          'Use `$KEY`.\n```sh\nAPI=http://a\ncurl $API -H $KEY $TASK $TASK\n```\n   ```bash\n   echo $FILE\n   ```\n`$1`\n```json\n{"a": "$NONE"}\n```\n```sh\necho $LAST\n```',
        'server/src/a.ts': '// $TASK',
      },
      [
        'docs/a.md:2 uses $TASK: assign it, or explain `$TASK`',
        'docs/a.md:6 uses $FILE',
        'docs/a.md:13 uses $LAST',
      ],
    ],
  ],
  machinePlaces: [
    [
      {
        'a.md': 'cd /home/ada/souk\nsee /bin/sh and https://example.com/home/ada',
        'package-lock.json': '"resolved": "https://registry.example.com/a.tgz"',
        '.npmrc': 'registry=https://registry.npmjs.org',
      },
      ['a.md:1 has "/home/ada"', 'package-lock.json:1 has', '.npmrc:1 has "registry.npmjs.org"'],
    ],
  ],
  links: [
    [
      {
        'docs/a.md':
          '[b](b.md) [c](../c.md#some-heading) [d](https://example.com) `[e](e.md)`\n[f](#none) [g](../docs/)',
        'c.md': '# Some heading',
      },
      ['docs/a.md:1 links to b.md', 'docs/a.md:2 links to #none'],
    ],
  ],
}

describe('allowedTexts', () => {
  it.each(allowedTexts.map(({ text, reason }) => ({ text, reason })))(
    '$text occurs ($reason)',
    ({ text }) => {
      expect(
        repository.texts.some(
          ({ path, text: content }) => !path.startsWith('tidy') && content.search(text) >= 0,
        ),
      ).toBe(true)
    },
  )
})

describe('a violated rule reports its problem', () => {
  const cases = ruleNames.flatMap((rule) =>
    broken[rule].map(([files, problems]) => ({ rule, files, problems })),
  )
  it.each(cases)('$rule $files', ({ rule, files, problems }) => {
    const found = problemsOf(rule, repositoryOf(files), [])
    expect(found.map((problem, index) => problem.slice(0, problems[index]?.length))).toEqual(problems)
  })

  it('operationFiles', () => {
    const files = {
      'server/src/resources/a/open-door.ts': 'export const openDoor = 1',
      'server/src/resources/a/doors.ts': 'export function shutDoor() {}',
      'server/src/resources/a/lock-door.ts': 'export const key = 1',
    }
    const shared = { shutDoor: 'server/src/resources/a/doors.ts', oilDoor: 'server/src/resources/a/doors.ts' }
    const operations = ['openDoor', 'shutDoor', 'lockDoor', 'oilDoor']
    const missing = operationFiles(repositoryOf(files), operations, shared).map(
      ({ say }) => say.split(',')[0],
    )
    expect(missing).toEqual(['must exist and export lockDoor', 'must exist and export oilDoor'])
  })
})

const minutes = (windowMs: number) => `${windowMs / 60_000} min`

describe('the documents match the code', () => {
  const settings = [...textOf('server/src/config/config.ts').matchAll(/\bread\.\w+\('([A-Z0-9_]+)'/g)].map(
    ([, name = '']) => name,
  )

  it('lists every setting of config.ts in .env.example', () => {
    const named = [...textOf('.env.example').matchAll(/^#?([A-Z0-9_]+)=/gm)].map(([, name]) => name)
    expect(new Set(named)).toEqual(new Set(settings))
  })

  it('lists every setting of config.ts in the table of the README', () => {
    const named = [...textOf('README.md').matchAll(/^\| `([A-Z0-9_]+)` \|/gm)].map(([, name]) => name)
    expect(new Set(named)).toEqual(new Set(settings))
  })

  it('documents the token pattern for secret scanners', () => {
    const pattern = /const pattern = \/\^(.+)\$\//.exec(textOf('server/src/lib/tokens.ts'))?.[1]
    expect(textOf('SECURITY.md')).toContain(pattern)
  })

  it('documents every rate limit', () => {
    const rows = [
      ...Object.values(callerLimits).map(
        ({ name, quota, windowMs }) => `| \`${name}\` | ${quota} | ${minutes(windowMs)} |`,
      ),
      ...Object.entries(operationLimits).flatMap(([operation, limits]) =>
        limits.map(
          ({ by, quota, windowMs }) => `| \`${operation}\` | ${by} | ${quota} | ${minutes(windowMs)} |`,
        ),
      ),
    ]
    const text = textOf('docs/accounts-and-access.md')
    expect(rows.filter((row) => !text.includes(row))).toEqual([])
  })
})
