import { pagePatterns } from './src/paths.ts'

/** Tells the server which addresses the app has. */
const paths = {
  name: 'paths',
  generateBundle(this: { emitFile(file: { type: 'asset'; fileName: string; source: string }): string }) {
    this.emitFile({ type: 'asset', fileName: 'paths.json', source: JSON.stringify(pagePatterns()) })
  },
}

/** Built by `scripts/build-web.mjs`; the server serves what comes out of it. */
export default {
  root: import.meta.dirname,
  plugins: [paths],
  resolve: { conditions: ['source', 'module', 'browser', 'production'] },
  oxc: { jsx: { runtime: 'automatic' } },
  css: { modules: { generateScopedName: '[name]__[local]' } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The licences of what is in it; the comments that name them are stripped from the code.
    license: { fileName: 'licenses.md' },
    target: 'es2022',
    modulePreload: { polyfill: false },
    // Small pictures stay files: the page allows none that are written into it.
    assetsInlineLimit: 0,
  },
}
