/** Script of the API reference, which the server renders: search, samples in one language, the current place, and trials. */
import { applyTheme } from '../theme.ts'
import { followPlace } from './follow-place.ts'
import { addTools } from './sample-tools.ts'
import { setUpSearch } from './search.ts'

applyTheme()
addTools()
setUpSearch()
followPlace()
