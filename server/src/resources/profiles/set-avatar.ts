import type { Contract } from 'souk-contract'
import { staged } from '../../operation.ts'
import { imageStages, type StoredImage } from './image-stages.ts'

export const setAvatar = staged<Contract['profiles']['setAvatar'], StoredImage, void>(imageStages('avatar'))
