export interface RemoteChannel {
  code: string
  name: string
  enabled: boolean
  locales: string[]
  defaultLocale: string | null
  currencies: string[]
  defaultCurrency: string | null
}
