#!/usr/bin/env node
/** What `npx souk` runs. */
import { runFromSource } from '../../scripts/run-from-source.mjs'

await runFromSource(new URL('..', import.meta.url))
