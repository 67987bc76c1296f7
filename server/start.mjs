#!/usr/bin/env node
/** Entry point of `npm start` and `souk serve`: runs the current sources of a checkout, or the bundle of a package. */
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
