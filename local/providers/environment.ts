import { providerSettings } from './server.ts'

const VARIABLES = {
  clientId: 'CLIENT_ID',
  clientSecret: 'CLIENT_SECRET',
  authorizeUrl: 'AUTHORIZE_URL',
  tokenUrl: 'TOKEN_URL',
  apiUrl: 'API_URL',
} as const

/** Environment variables for the providers here; variables that are set already take precedence. */
export const providerEnvironment = (
  url: string,
  given: Readonly<Record<string, string | undefined>>,
): Record<string, string> => {
  const played = Object.entries(providerSettings(url)).flatMap(([provider, settings]) => {
    const name = (setting: keyof typeof VARIABLES) => `${provider.toUpperCase()}_${VARIABLES[setting]}`
    const names = Object.keys(VARIABLES) as (keyof typeof VARIABLES)[]
    if (names.some((setting) => given[name(setting)])) return names.map((each) => [name(each), given[name(each)] ?? ''])
    return names.map((setting) => [name(setting), settings[setting]])
  })
  return { ...Object.fromEntries(played), WIZARD_REDIRECT_URIS: given.WIZARD_REDIRECT_URIS || `${url}/callback` }
}
