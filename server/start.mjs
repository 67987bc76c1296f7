/** What `npm start` runs. */
import { buildWeb } from '../scripts/build-web.mjs'
import { runFromSource } from '../scripts/run-from-source.mjs'

process.env.WEB_DIR ??= await buildWeb()
await runFromSource(new URL('.', import.meta.url))
