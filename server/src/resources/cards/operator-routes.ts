import type { AdminContract } from 'souk-contract'
import { read, write, type Handlers } from '../../operation.ts'
import { listSigningKeys, retireSigningKeys, rotateSigningKeys } from './signing-keys.ts'

export const signingKeys: Handlers<AdminContract['signingKeys']> = {
  listSigningKeys: read(listSigningKeys),
  rotateSigningKeys: write(rotateSigningKeys),
  retireSigningKeys: write(retireSigningKeys),
}
