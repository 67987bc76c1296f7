#!/usr/bin/env node
/** What `npm start` and `souk serve` run: in a checkout the sources as they are now, in a package what was built from them. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const builder = new URL('build.mjs', import.meta.url)
if (existsSync(builder)) {
  const { buildServer, buildWeb } = await import(builder)
  process.env.WEB_DIR ??= await buildWeb()
  await buildServer()
}
process.env.WEB_DIR ??= fileURLToPath(new URL('dist/web', import.meta.url))
process.setSourceMapsEnabled(true)
await import(new URL('dist/main.js', import.meta.url))
