import { build } from 'esbuild'

/** Bundles the script of the API reference, which shares no chunk with the app, under a fixed name. */
export const docsScript = {
  name: 'docs-script',
  async generateBundle(this: {
    emitFile(file: { type: 'asset'; fileName: string; source: string }): string
  }) {
    const { outputFiles } = await build({
      entryPoints: [`${import.meta.dirname}/../web/src/docs/main.ts`],
      bundle: true,
      minify: true,
      format: 'esm',
      target: 'es2022',
      write: false,
    })
    this.emitFile({ type: 'asset', fileName: 'docs.js', source: outputFiles[0]?.text ?? '' })
  },
}
