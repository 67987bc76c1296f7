import type { AdminContract } from 'souk-contract'
import { read, write, type Handlers } from '../../operation.ts'
import { pageOf } from '../../paging.ts'
import { placeLegalHold } from './place-legal-hold.ts'
import { holdsBefore } from './queries.ts'
import { releaseLegalHold } from './release-legal-hold.ts'
import { viewHold } from './view.ts'

export const legalHolds: Handlers<AdminContract['legalHolds']> = {
  listLegalHolds: read(async (reader, _caller, { state, subjectId, page }) =>
    pageOf(await holdsBefore(reader, { state, subjectId, page }), page, viewHold, ({ id }) => [id]),
  ),
  placeLegalHold: write(placeLegalHold),
  releaseLegalHold: write(releaseLegalHold),
}
