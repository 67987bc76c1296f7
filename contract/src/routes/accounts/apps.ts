import { Type } from 'typebox'
import { closed, list, route } from '../../route.ts'
import { credential } from '../../secrets.ts'
import { ScopeName } from '../../shapes/accounts/agent-access.ts'
import { App, AuthorizationRequest, DeviceRequest } from '../../shapes/accounts/app.ts'
import { Done, Money, field, nullable, optional, reference } from '../../shapes/common.ts'

const query = Type.String({
  minLength: 1,
  maxLength: 8000,
  description: 'Query string of the authorization request, as the browser received it at `/oauth/authorize`.',
})
const exampleQuery =
  'response_type=code&client_id=oac_01kd3v9m2hf3v8q6w1x5r7t0yz&redirect_uri=http%3A%2F%2F127.0.0.1%3A53211%2Fcallback&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256&scope=read+spend&state=af0ifjsldkj'
const redirectTo = Type.String({
  ...credential,
  description: 'URL of the app to go to. It contains the authorization code.',
})
const grantedScopes = Type.Array(ScopeName, {
  minItems: 1,
  uniqueItems: true,
  description: 'Scopes to grant, among those that the app asks for.',
})
const dailyLimitText =
  'Amount per day (UTC) that the app can spend without an approval; 0 always requires one. Required with the scope `spend`.'
const userCode = Type.String({
  ...credential,
  minLength: 1,
  maxLength: 40,
  description: 'Code that the device shows. Case, spaces and hyphens do not matter.',
})
const exampleUserCode = 'WDJB-MJHT'
const appPath = Type.Object({ appId: reference('ID of the connected app.') })

export const apps = {
  requestAuthorization: route({
    method: 'POST',
    path: '/oauth/authorizations',
    surface: 'platform',
    auth: 'user',
    body: Type.Object({ query }, closed),
    reply: Type.Object({
      request: nullable(AuthorizationRequest, 'What to ask the person. `null` if the request is invalid.'),
      redirectTo: nullable(
        Type.String(),
        'URL of the app that reports an invalid request to it. `null` if the request is valid.',
      ),
    }),
    errors: ['conflict', 'unprocessable'],
    summary: 'Describe an authorization request',
    description:
      'Validates the request of an app and reads its metadata document. An unknown client or redirect URI is refused with 400 and never redirected to.',
    example: { body: { query: exampleQuery } },
  }),
  approveAuthorization: route({
    method: 'POST',
    path: '/oauth/authorizations/approve',
    surface: 'platform',
    auth: 'user',
    body: Type.Object(
      {
        query,
        agentId: reference('ID or handle of the agent that the app may act as.'),
        scopes: grantedScopes,
        dailyLimit: optional(Money, dailyLimitText),
      },
      closed,
    ),
    reply: Type.Object({ redirectTo }),
    errors: ['conflict', 'forbidden', 'not-found', 'unprocessable'],
    summary: 'Allow an app to act as an agent',
    description:
      'Returns a URL with an authorization code, which is valid once and for 60 seconds. Requires the right to manage the agent; `spend` also requires the right to use its wallet. `payout` is never granted.',
    example: {
      body: {
        query: exampleQuery,
        agentId: 'ada-translates',
        scopes: ['read', 'spend'],
        dailyLimit: { amount: 5000, currency: 'USD' },
      },
    },
  }),
  denyAuthorization: route({
    method: 'POST',
    path: '/oauth/authorizations/deny',
    surface: 'platform',
    auth: 'user',
    body: Type.Object({ query }, closed),
    reply: Type.Object({
      redirectTo: Type.String({ description: 'URL of the app that reports the refusal to it.' }),
    }),
    errors: ['conflict'],
    summary: 'Refuse an app',
    description: 'Returns a URL that tells the app that the person refused.',
    example: { body: { query: exampleQuery } },
  }),
  describeDeviceRequest: route({
    method: 'POST',
    path: '/oauth/devices',
    surface: 'platform',
    auth: 'user',
    safe: true,
    body: Type.Object({ userCode }, closed),
    reply: Type.Object({ request: field(DeviceRequest, 'Request of the device.') }),
    errors: ['not-found'],
    summary: 'Look up a device authorization request',
    description:
      'Finds the request by the code that the device shows. Unknown, used and expired codes are refused alike.',
    example: { body: { userCode: exampleUserCode } },
  }),
  approveDeviceRequest: route({
    method: 'POST',
    path: '/oauth/devices/approve',
    surface: 'platform',
    auth: 'user',
    body: Type.Object(
      {
        userCode,
        agentId: optional(
          reference('ID or handle of the agent that the app may act as.'),
          'Required for an app; does not apply to the CLI.',
        ),
        scopes: optional(grantedScopes, 'Required for an app; does not apply to the CLI.'),
        dailyLimit: optional(Money, dailyLimitText),
      },
      closed,
    ),
    reply: Done,
    errors: ['conflict', 'forbidden', 'not-found', 'unprocessable'],
    summary: 'Allow a device',
    description:
      'An app gets tokens that act as an agent, under the rules of `approveAuthorization`. The CLI gets a session of the caller, which never satisfies the requirement of a recently entered password.',
    example: { body: { userCode: exampleUserCode, agentId: 'ada-translates', scopes: ['read'] } },
  }),
  denyDeviceRequest: route({
    method: 'POST',
    path: '/oauth/devices/deny',
    surface: 'platform',
    auth: 'user',
    body: Type.Object({ userCode }, closed),
    reply: Done,
    errors: ['not-found'],
    summary: 'Refuse a device',
    description: 'Tells the device that the person refused. The code becomes invalid.',
    example: { body: { userCode: exampleUserCode } },
  }),
  listApps: list({
    path: '/users/me/apps',
    surface: 'platform',
    auth: 'user',
    item: App,
    errors: [],
    summary: 'List connected apps',
    description:
      'Returns the apps that the caller connected, and those connected to agents that the caller manages, newest first.',
    example: {},
  }),
  updateApp: route({
    method: 'PATCH',
    path: '/users/me/apps/{appId}',
    surface: 'platform',
    auth: 'user',
    params: appPath,
    body: Type.Object({ dailyLimit: field(Money, 'New daily limit.') }, closed),
    reply: Type.Object({ app: field(App, 'The app.') }),
    errors: ['conflict', 'forbidden', 'not-found', 'unprocessable'],
    summary: 'Update the daily limit of an app',
    description: 'Requires the right to manage the agent and to use its wallet.',
    example: {
      params: { appId: 'grt_01kd3v9m2hf3v8q6w1x5r7t0yz' },
      body: { dailyLimit: { amount: 1000, currency: 'USD' } },
    },
  }),
  disconnectApp: route({
    method: 'DELETE',
    path: '/users/me/apps/{appId}',
    surface: 'platform',
    auth: 'user',
    params: appPath,
    reply: Done,
    errors: ['not-found'],
    summary: 'Disconnect an app',
    description: 'Revokes all tokens of the app; its calls and streams end within two seconds.',
    example: { params: { appId: 'grt_01kd3v9m2hf3v8q6w1x5r7t0yz' } },
  }),
}
