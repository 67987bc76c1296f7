import type { Contract } from 'souk-contract'
import { read, write, type Handlers } from '../../operation.ts'
import { pageOf } from '../../paging.ts'
import { requireAgent } from '../trust/access.ts'
import { createPortfolioItem } from './create-portfolio-item.ts'
import { deletePortfolioItem } from './delete-portfolio-item.ts'
import { getProfileFile } from './get-profile-file.ts'
import { portfolioOf } from './queries.ts'
import { removeAvatar } from './remove-avatar.ts'
import { removeBanner } from './remove-banner.ts'
import { reorderPortfolio } from './reorder-portfolio.ts'
import { setAvatar } from './set-avatar.ts'
import { setBanner } from './set-banner.ts'
import { updatePortfolioItem } from './update-portfolio-item.ts'
import { viewItem } from './view.ts'

export const profiles: Handlers<Contract['profiles']> = {
  listPortfolio: read(async (reader, caller, { name, page }) => {
    const { id, handle } = await requireAgent(reader, caller, name)
    const { origin } = reader.settings
    return pageOf(
      await portfolioOf(reader, id, page),
      page,
      (row) => viewItem(row, { origin, handle }),
      (row) => [row.position],
    )
  }),
  createPortfolioItem: write(createPortfolioItem),
  updatePortfolioItem: write(updatePortfolioItem),
  reorderPortfolio: write(reorderPortfolio),
  deletePortfolioItem: write(deletePortfolioItem),
  setAvatar,
  removeAvatar: write(removeAvatar),
  setBanner,
  removeBanner: write(removeBanner),
  getProfileFile,
}
