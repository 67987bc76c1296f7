import type { Contract } from 'souk-contract'
import { staged } from '../../operation.ts'
import { imageStages, type StoredImage } from './image-stages.ts'

export const setBanner = staged<Contract['profiles']['setBanner'], StoredImage, void>(imageStages('banner'))
