/** What `npm start` runs. */
import { runFromSource } from '../scripts/run-from-source.mjs'

await runFromSource(new URL('.', import.meta.url))
