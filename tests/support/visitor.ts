import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'

/** A person with a browser who opens an address, fills in the form of the page and sends it. */
export interface Visitor {
  open(url: string): Promise<void>
  submit(fields?: Readonly<Record<string, string>>): Promise<void>
  /** Current address with its fragment. */
  at(): Promise<string>
  text(): Promise<string>
  leave(): Promise<void>
}

export const browser = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((each) =>
  existsSync(each),
)

const inBrowser = async (): Promise<Visitor> => {
  const launched = await chromium.launch({ executablePath: browser as string, args: ['--no-sandbox'] })
  const page = await launched.newPage()
  return {
    open: async (url) => void (await page.goto(url)),
    async submit(fields = {}) {
      for (const [name, value] of Object.entries(fields)) await page.fill(`input[name="${name}"]`, value)
      const before = page.url()
      await page.locator('form button, form input[type=submit]').first().click()
      await page.waitForURL((url) => url.href !== before)
    },
    at: async () => page.url(),
    text: async () => await page.content(),
    leave: () => launched.close(),
  }
}

const unescaped = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&#34;', '"').replaceAll('&quot;', '"')
const attribute = (tag: string, name: string) => unescaped(new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? '')

/** A visitor without scripts: signing in only needs cookies, redirects and forms. */
const byHttp = async (): Promise<Visitor> => {
  const cookies = new Map<string, string>()
  let [at, page] = ['', '']
  const go = async (url: string, form?: URLSearchParams): Promise<void> => {
    const response = await fetch(url.split('#')[0] as string, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: form }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    at = url
    page = await response.text()
    if (location) await go(new URL(location, url).href)
    else await sendByItself()
  }
  // Sends a form that a script would send at once.
  const sendByItself = async () => {
    if (/\.submit\(\)|onload="/.test(page) && page.includes('<form')) await send({})
  }
  const send = async (fields: Readonly<Record<string, string>>) => {
    const action = attribute(/<form[^>]*>/.exec(page)?.[0] ?? '', 'action')
    const inputs = [...page.matchAll(/<input[^>]*>/g)].map(([tag]) => [attribute(tag, 'name'), attribute(tag, 'value')])
    await go(new URL(action, at).href, new URLSearchParams({ ...Object.fromEntries(inputs), ...fields }))
  }
  return {
    open: (url) => go(url),
    submit: (fields = {}) => send(fields),
    at: async () => at,
    text: async () => page,
    leave: async () => undefined,
  }
}

/** All kinds of visitors available on this machine. */
export const visitors: Readonly<Record<string, () => Promise<Visitor>>> = {
  'plain HTTP': byHttp,
  ...(browser && { Chromium: inBrowser }),
}
