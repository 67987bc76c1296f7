import { compileMessages } from '../scripts/compile-messages.ts'
import { docsScript } from '../scripts/docs-script.ts'
import { withoutDescriptions } from '../scripts/without-descriptions.mjs'
import { pagePatterns, redirectPatterns } from './src/paths.ts'

/** Emits the route patterns, for which the server returns index.html, and the aliases, which it redirects. */
const paths = {
  name: 'paths',
  generateBundle(this: { emitFile(file: { type: 'asset'; fileName: string; source: string }): string }) {
    const source = JSON.stringify({ pages: pagePatterns(), redirects: redirectPatterns() })
    this.emitFile({ type: 'asset', fileName: 'paths.json', source })
  },
}

/** The app shows no descriptions of the contract. */
const shortContract = {
  name: 'short-contract',
  enforce: 'pre' as const,
  transform: (code: string, id: string) =>
    /\/contract\/src\/(shapes|routes)\//.test(id)
      ? { code: withoutDescriptions(code), map: null }
      : undefined,
}

/** Modules that the same pages share are one chunk: a chunk for each module is a hundred requests per page. */
const output = {
  codeSplitting: {
    groups: [
      { name: 'app', tags: ['$initial'] },
      { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 3000 },
    ],
  },
  // Without the names of all pages that share a chunk.
  chunkFileNames: ({ name }: { name: string }) => `assets/${withoutPages(name)}-[hash].js`,
  assetFileNames: ({ names: [name = ''] }: { names: readonly string[] }) =>
    `assets/${name.includes('~') ? withoutPages(name) : '[name]'}-[hash][extname]`,
}

function withoutPages(name: string): string {
  return name.replace(/~.*/, '')
}

/** Used by `scripts/build-web.mjs`; the server serves the output. */
export default {
  root: import.meta.dirname,
  plugins: [shortContract, compileMessages, paths, docsScript],
  resolve: { conditions: ['source', 'module', 'browser', 'production'] },
  oxc: { jsx: { runtime: 'automatic' } },
  css: { modules: { generateScopedName: '[name]__[local]' } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // Minification strips license comments, so the licenses go into a file.
    license: { fileName: 'licenses.md' },
    target: 'es2022',
    modulePreload: { polyfill: false },
    // The content security policy forbids data: URLs.
    assetsInlineLimit: 0,
    rolldownOptions: { output },
  },
}
