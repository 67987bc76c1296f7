import { isCommandLine, isExample, isProduct, isTest, targetOf, type Repository } from './repository.ts'
import type { Import, Source } from './source.ts'

export interface Problem {
  readonly path: string
  readonly line: number
  readonly say: string
}

interface Layer {
  readonly of: RegExp
  /** Exactly one of the two: the only allowed imports, or the forbidden ones. */
  readonly only?: RegExp
  readonly never?: RegExp
  /** Whether type-only imports, which are erased, are exempt. */
  readonly types: 'free' | 'counted'
  readonly say: string
}

/** Folders whose files are operations of the contract, with the rules, views and queries these use. */
const features =
  '(admin/|resources/|tasks/|approvals/(gate|requests)/|events/(webhooks|push-configs)/|money/(payments|payouts|chargebacks|desk|invoices)/)'
const routesFile = new RegExp(`^server/src/${features}.*routes\\.ts$`)

/** Allowed imports by folder. ARCHITECTURE.md has the same table in words. */
const layers: readonly Layer[] = [
  {
    of: /^contract\//,
    only: /^(contract\/|npm:typebox$)/,
    types: 'counted',
    say: 'contract imports only typebox and itself',
  },
  {
    of: /^sdk\/src\/(?!(node|testing)\b)/,
    only: /^(sdk\/src\/(?!(node|testing)\b)|npm:souk-contract$)/,
    types: 'counted',
    say: 'sdk imports only the contract and itself, and nothing of Node, because it also runs in browsers',
  },
  {
    of: /^sdk\/src\/(node|testing)\b/,
    only: /^(sdk\/src\/|npm:souk-contract$|node:)/,
    types: 'counted',
    say: 'the Node-only modules of the SDK import only the contract, the SDK and Node',
  },
  {
    of: /^web\/src\//,
    only: /^(web\/src\/|npm:(souk-sdk|souk-contract|react|react-dom|react-router|@tanstack\/react-query|@tanstack\/react-virtual|cmdk|lucide-react|marked|lowlight|highlight\.js)$)/,
    types: 'counted',
    say: 'the web app imports the SDK, the contract, React with its router, cache and windowed rows, icons, the palette, the Markdown lexer, the highlighter, and itself',
  },
  {
    of: /^server\//,
    never: /^(contract|sdk|scripts|tidy)\/|^npm:souk-sdk$/,
    types: 'counted',
    say: 'server imports the contract by its package name, and no other workspace',
  },
  {
    of: /^server\/src\/lib\//,
    only: /^(server\/src\/lib\/|server\/src\/failure\.ts$|node:|npm:)/,
    types: 'counted',
    say: 'lib imports only lib, failure.ts and packages',
  },
  {
    of: /^server\/src\/(db|audit|mails|ports|money\/processor)\//,
    never: new RegExp(`^server/src/(http/|${features})`),
    types: 'counted',
    say: 'layers below the resources must not import them',
  },
  {
    of: new RegExp(`^server/src/${features}.*(/rules|/view|/lifecycle)\\.ts$`),
    never:
      /^server\/src\/(db|ports|money\/processor|http|audit|mails|workers)\/|(queries|\/context)\.ts$|^npm:(kysely|pg|fastify)$/,
    types: 'free',
    say: 'rules, views and lifecycles are pure: import only types from modules with side effects',
  },
  {
    of: new RegExp(`^server/src/${features}`),
    never: /^server\/src\/http\/|^server\/src\/(app|start|main)\.ts$/,
    types: 'counted',
    say: 'resources must not depend on HTTP',
  },
  {
    of: new RegExp(`^server/src/${features}`),
    never: /^server\/src\/(ports\/|money\/processor\/|context\.ts$|db\/(pool|migrate|embedded))/,
    types: 'free',
    say: 'an operation receives its transaction and ports as arguments',
  },
  {
    of: /^server\/src\/(?!(app|groups)\.ts$)/,
    never: routesFile,
    types: 'counted',
    say: 'only app.ts and groups.ts import routes.ts; import the operation or the query itself',
  },
  {
    of: /^cli\//,
    only: /^(cli\/|npm:(commander|souk-sdk|souk-contract)$|node:)/,
    types: 'counted',
    say: 'the command line uses the server only through the SDK',
  },
  ...['demo', 'hire', 'provider', 'trade', 'webhooks', 'world'].map((name) => ({
    of: new RegExp(`^examples/${name}/`),
    only: new RegExp(`^(examples/${name}/|npm:souk-sdk$|node:)`),
    types: 'counted' as const,
    say: 'an example imports only the SDK, so that its folder can be copied',
  })),
]

export function layering({ sources }: Repository): Problem[] {
  return each(
    sources.filter(({ path }) => isProduct(path) || isCommandLine(path) || isExample(path)),
    (source, imported) => {
      const target = targetOf(source.path, imported.specifier)
      const broken = layers.filter(
        ({ of, only, never, types }) =>
          of.test(source.path) &&
          !(types === 'free' && imported.typeOnly) &&
          ((only !== undefined && !only.test(target)) || never?.test(target) === true),
      )
      return broken.map(({ say }) => `imports ${imported.specifier}: ${say}`)
    },
  )
}

interface Reach {
  readonly modules: RegExp
  readonly within: RegExp
  readonly say: string
}

/** Modules with side effects outside of the process, and the only folder that may import each. */
const reaches: readonly Reach[] = [
  {
    modules: /^(node:|npm:)(https?|http2|net|tls|dgram|dns)(\/|$)|^npm:undici$/,
    within: /^server\/src\/(ports\/egress|ports\/virus-scanner|ports\/syslog|http\/connections)\//,
    say: 'only ports/egress opens connections to users, because it checks their targets, and ports/virus-scanner and ports/syslog to receivers of the operator; only http/connections accepts them',
  },
  {
    modules: /^npm:nodemailer$/,
    within: /^server\/src\/ports\/mailer\.ts$/,
    say: 'only ports/mailer.ts sends mail',
  },
  {
    modules: /^npm:aws4fetch$/,
    within: /^server\/src\/ports\/blobs\/s3\.ts$/,
    say: 'only ports/blobs/s3.ts talks to object storage',
  },
  {
    modules: /^npm:stripe$/,
    within: /^server\/src\/money\/processor\/stripe\//,
    say: 'only money/processor/stripe talks to Stripe',
  },
  { modules: /^npm:@node-rs\/argon2$/, within: /^server\/src\/ports\//, say: 'only ports/ hashes passwords' },
  {
    modules: /^npm:pg$/,
    within: /^server\/src\/(db\/|node\/wakeups\/postgres\.ts$)/,
    say: 'only db/ and the wakeups talk to PostgreSQL',
  },
  {
    modules: /^node:(child_process|cluster|worker_threads)$/,
    within: /^server\/src\/db\/embedded\//,
    say: 'only db/embedded starts processes',
  },
  {
    modules: /^npm:(fastify|@fastify\/.*|ajv|ajv-formats)$/,
    within: /^server\/src\/(http\/|app\.ts$)/,
    say: 'only http/ and app.ts import the web framework',
  },
]

export function reaching({ sources }: Repository): Problem[] {
  const server = sources.filter(({ path }) => path.startsWith('server/src/') && !isTest(path))
  return each(server, (source, imported) => {
    const target = targetOf(source.path, imported.specifier)
    return reaches
      .filter(
        ({ modules, within }) => !imported.typeOnly && modules.test(target) && !within.test(source.path),
      )
      .map(({ say }) => `imports ${imported.specifier}: ${say}`)
  })
}

/** npm hoists the packages of all workspaces, so an undeclared import works here but breaks in an installed package. */
export function declaredPackages({ texts, sources }: Repository): Problem[] {
  const packages = new Map(
    texts
      .filter(({ path }) => /^(\w+\/)?package\.json$/.test(path))
      .map(({ path, text }) => [path.replace(/\/?package\.json$/, ''), dependenciesIn(text)]),
  )
  const root = packages.get('') ?? { names: [], development: [] }
  return each(sources, (source, imported) => {
    const target = targetOf(source.path, imported.specifier)
    const workspace = packages.has(source.path.split('/')[0] ?? '') ? (source.path.split('/')[0] ?? '') : ''
    const own = packages.get(workspace) ?? root
    const siblings = [...packages.keys()].map((name) => `souk-${name}`)
    // The package of the SDK includes the contract, that of the server its development dependencies.
    const bundled = new Map([
      ['sdk', ['souk-contract']],
      ['server', own.development],
    ])
    const allowed = isProduct(source.path)
      ? [...own.names, ...(bundled.get(workspace) ?? [])]
      : [...own.names, ...own.development, ...root.development, ...siblings]
    if (!target.startsWith('npm:') || allowed.includes(target.slice(4))) return []
    const file = workspace === '' ? 'package.json' : `${workspace}/package.json`
    return [`imports ${imported.specifier}: declare it in ${file}`]
  })
}

function dependenciesIn(text: string): { names: string[]; development: string[] } {
  const parsed: Readonly<Record<string, object | undefined>> = JSON.parse(text)
  const namesIn = (field: string) => Object.keys(parsed[field] ?? {})
  return {
    names: [...namesIn('dependencies'), ...namesIn('optionalDependencies')],
    development: namesIn('devDependencies'),
  }
}

function each(sources: readonly Source[], check: (source: Source, imported: Import) => string[]): Problem[] {
  return sources.flatMap((source) =>
    source.imports.flatMap((imported) =>
      check(source, imported).map((say) => ({ path: source.path, line: imported.line, say })),
    ),
  )
}
