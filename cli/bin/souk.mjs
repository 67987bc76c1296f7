#!/usr/bin/env node
/** Entry point of `souk`: builds and runs the current sources in a checkout, runs the prebuilt bundle in a package. */
import { existsSync } from 'node:fs'

const builder = new URL('../build.mjs', import.meta.url)
const { builtBundle } = existsSync(builder) ? await import(builder) : {}
const bundle = builtBundle === undefined ? new URL('../dist/souk.mjs', import.meta.url) : await builtBundle()
await import(bundle)
