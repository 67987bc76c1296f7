import type { Context } from '../../context.ts'
import { grantTypes } from '../../resources/oauth/authorization-server.ts'
import { exchangeCode } from '../../resources/oauth/tokens/exchange-code.ts'
import { exchangeDeviceCode } from '../../resources/oauth/device/exchange-device-code.ts'
import type { TokenResponse } from '../../resources/oauth/tokens/issue-tokens.ts'
import { refreshTokens } from '../../resources/oauth/tokens/refresh-tokens.ts'
import { OauthRefusal } from '../../resources/oauth/refusal.ts'
import { parameter, requireParameter, type Form } from './form.ts'

/** The token endpoint, by grant type. Clients are public: they identify themselves and prove nothing. */
export async function issueToken({ store }: Context, form: Form): Promise<TokenResponse | OauthRefusal> {
  const type = requireParameter(form, 'grant_type')
  const clientId = requireParameter(form, 'client_id')
  const resource = parameter(form, 'resource')
  switch (type) {
    case grantTypes.code: {
      const code = requireParameter(form, 'code')
      const verifier = requireParameter(form, 'code_verifier')
      const redirectUri = parameter(form, 'redirect_uri')
      return store.write((tx) => exchangeCode(tx, { code, clientId, verifier, redirectUri, resource }))
    }
    case grantTypes.refresh: {
      const token = requireParameter(form, 'refresh_token')
      const scope = parameter(form, 'scope')
      return store.write((tx) => refreshTokens(tx, { token, clientId, scope, resource }))
    }
    case grantTypes.device: {
      const code = requireParameter(form, 'device_code')
      return store.write((tx) => exchangeDeviceCode(tx, { code, clientId }))
    }
    default:
      return new OauthRefusal(
        'unsupported_grant_type',
        `"grant_type" must be one of: ${Object.values(grantTypes).join(', ')}.`,
      )
  }
}
