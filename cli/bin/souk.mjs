#!/usr/bin/env node
/** What `npx souk` runs: in a checkout the sources as they are now, in a package the file that was built from them. */
import { existsSync } from 'node:fs'

const builder = new URL('../build.mjs', import.meta.url)
const { builtBundle } = existsSync(builder) ? await import(builder) : {}
const bundle = builtBundle === undefined ? new URL('../dist/souk.mjs', import.meta.url) : await builtBundle()
await import(bundle)
