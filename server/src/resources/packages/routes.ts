import type { Contract } from 'souk-contract'
import { notFound } from '../../failure.ts'
import { read, write, type Handlers } from '../../operation.ts'
import { pageOf } from '../../paging.ts'
import { hirePackage } from '../../tasks/commands/hire-package.ts'
import { withoutContents } from '../../tasks/wire/view.ts'
import { isInsider } from '../agents/access.ts'
import { requireAgent } from '../trust/access.ts'
import { createPackage } from './create-package.ts'
import { findPackage, packagesOf } from './queries.ts'
import { updatePackage } from './update-package.ts'
import { viewPackage } from './view.ts'

export const packages: Handlers<Contract['packages']> = {
  listPackages: read(async (reader, caller, { name, state = 'active', page }) => {
    const { id } = await requireAgent(reader, caller, name)
    const visible = state === 'active' || (await isInsider(reader, caller, id))
    const rows = visible ? await packagesOf(reader, id, { state, page }) : []
    return pageOf(rows, page, viewPackage, (row) => [row.id])
  }),
  getPackage: read(async (reader, caller, { name, packageId }) => {
    const { id } = await requireAgent(reader, caller, name)
    const row = (await findPackage(reader, id, packageId)) ?? notFound('package')
    if (row.state === 'archived' && !(await isInsider(reader, caller, id))) return notFound('package')
    return { package: viewPackage(row) }
  }),
  createPackage: write(createPackage),
  updatePackage: write(updatePackage),
  hirePackage: write(hirePackage, { shorten: ({ task }) => ({ task: withoutContents(task) }) }),
}
