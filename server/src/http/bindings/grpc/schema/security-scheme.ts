import { bool, map, message, one, oneOf, string } from '../protobuf/schema.ts'
import { a2a } from './names.ts'

const scopes = (number: number) => map({ kind: 'string' }, number)

const APIKeySecurityScheme = message(a2a('APIKeySecurityScheme'), {
  description: string(1),
  location: string(2),
  name: string(3),
})

const HTTPAuthSecurityScheme = message(a2a('HTTPAuthSecurityScheme'), {
  description: string(1),
  scheme: string(2),
  bearerFormat: string(3),
})

const OpenIdConnectSecurityScheme = message(a2a('OpenIdConnectSecurityScheme'), {
  description: string(1),
  openIdConnectUrl: string(2),
})

const MutualTlsSecurityScheme = message(a2a('MutualTlsSecurityScheme'), { description: string(1) })

const AuthorizationCodeOAuthFlow = message(a2a('AuthorizationCodeOAuthFlow'), {
  authorizationUrl: string(1),
  tokenUrl: string(2),
  refreshUrl: string(3),
  scopes: scopes(4),
  pkceRequired: bool(5),
})

const ClientCredentialsOAuthFlow = message(a2a('ClientCredentialsOAuthFlow'), {
  tokenUrl: string(1),
  refreshUrl: string(2),
  scopes: scopes(3),
})

const ImplicitOAuthFlow = message(a2a('ImplicitOAuthFlow'), {
  authorizationUrl: string(1),
  refreshUrl: string(2),
  scopes: scopes(3),
})

const PasswordOAuthFlow = message(a2a('PasswordOAuthFlow'), {
  tokenUrl: string(1),
  refreshUrl: string(2),
  scopes: scopes(3),
})

const DeviceCodeOAuthFlow = message(a2a('DeviceCodeOAuthFlow'), {
  deviceAuthorizationUrl: string(1),
  tokenUrl: string(2),
  refreshUrl: string(3),
  scopes: scopes(4),
})

const OAuthFlows = message(a2a('OAuthFlows'), {
  ...oneOf('flow', {
    authorizationCode: one(AuthorizationCodeOAuthFlow, 1),
    clientCredentials: one(ClientCredentialsOAuthFlow, 2),
    implicit: one(ImplicitOAuthFlow, 3),
    password: one(PasswordOAuthFlow, 4),
    deviceCode: one(DeviceCodeOAuthFlow, 5),
  }),
})

const OAuth2SecurityScheme = message(a2a('OAuth2SecurityScheme'), {
  description: string(1),
  flows: one(OAuthFlows, 2),
  oauth2MetadataUrl: string(3),
})

export const SecurityScheme = message(a2a('SecurityScheme'), {
  ...oneOf('scheme', {
    apiKeySecurityScheme: one(APIKeySecurityScheme, 1),
    httpAuthSecurityScheme: one(HTTPAuthSecurityScheme, 2),
    oauth2SecurityScheme: one(OAuth2SecurityScheme, 3),
    openIdConnectSecurityScheme: one(OpenIdConnectSecurityScheme, 4),
    mtlsSecurityScheme: one(MutualTlsSecurityScheme, 5),
  }),
})
