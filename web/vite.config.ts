/** Built by `scripts/build-web.mjs`; the server serves what comes out of it. */
export default {
  root: import.meta.dirname,
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
