import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AREAS } from '../../functions/docs/areas.ts'
import { buildDigestValues } from '../../lib/notification/templates/digest-variables.ts'
import {
  buildExampleValues,
  buildSubjectUrl,
  buildValues,
} from '../../lib/notification/templates/template-variables.ts'
import { LANGUAGES } from '../../lib/pages/choose-step-language.ts'
import { PAGE_GROUPS, PAGE_KINDS } from '../../lib/pages/kinds/page-kinds.ts'
import { SHOWN_MEMBERS } from '../../lib/pages/kinds/shown-members.ts'
import { STEPS } from '../../lib/pages/steps.ts'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { newId } from '../../lib/platform/id.ts'
import { makeTopicExample } from '../../schemas/events/topics.ts'
import { TOPIC_NAMES } from '../../schemas/notification/topic.ts'
import { ask, mailedToken, registered } from '../iam/people.ts'
import { sources } from '../shape/sources.ts'
import { aMember, client, send } from '../support/client.ts'

const { get } = client()

beforeAll(() => {
  const { config } = app()
  useApp({ ...app(), config: { ...config, limits: { ...config.limits, ip: 1_000_000, auth: 1_000_000 } } })
})
afterAll(() => useApp(undefined))

const id = newId(new Date())
const PAGES = [
  ...Object.keys(STEPS).map((name) => `/${name}?token=x`),
  '/sign-in',
  '/custodian-wizard/callback?state=x&code=y',
  '/sales/channels/authorized?result=connected',
  ...Object.keys(PAGE_KINDS).flatMap((path) => [`/${path}`, `/${path}/${id}`]),
]

describe('a page', () => {
  it('is not kept, tells no address to others, is in no search engine, and loads nothing from others', async () => {
    for (const path of PAGES) {
      const { status, text, headers } = await get(path)
      expect([path, status]).toEqual([path, 200])
      expect(headers).toMatchObject({
        'Content-Type': 'text/html; charset=utf-8',
        'Cache-Control': 'no-store',
        'Referrer-Policy': 'no-referrer',
        'X-Robots-Tag': 'noindex',
        'X-Content-Type-Options': 'nosniff',
      })
      const policy = headers['Content-Security-Policy']
      for (const part of ["default-src 'none'", "script-src 'self'", "form-action 'none'", "frame-ancestors 'none'"])
        expect(policy).toContain(part)
      expect(policy).not.toContain('unsafe')
      expect(text).not.toMatch(/<script(?![^>]* src="\/)|<style|\sstyle=|\son\w+=|https?:\/\//)
    }
  })

  it('loads files that exist, and whose addresses change with them', async () => {
    for (const path of ['/verify-email', '/sign-in']) {
      const { text } = await get(path)
      const files = [...text.matchAll(/(?:src|href)="(\/pages\/assets\/[^"]+)"/g)].map(([, file = '']) => file)
      expect(files).toHaveLength(2)
      for (const file of files) {
        const loaded = await get(file)
        expect([file, loaded.status]).toEqual([file, 200])
        expect(loaded.headers['Cache-Control']).toContain('immutable')
        expect((await get(file.replace(/assets\/[0-9a-f]{16}/, 'assets/0000000000000000'))).status).toBe(404)
      }
    }
    for (const file of ['other.js', 'constructor', '..%2f..%2fx'])
      expect((await get(`/pages/assets/${file}`)).status).toBe(404)
  })

  it('links only to addresses that answer', async () => {
    const found = new Map([...PAGES.filter((path) => !path.includes(id)), '/', '/api/docs'].map((path) => [path, '']))
    for (const [path, from] of found) {
      const { status, text, headers } = await get(path)
      expect([from, path, status < 400]).toEqual([from, path, true])
      if (!headers['Content-Type']?.startsWith('text/html')) continue
      for (const [, link = ''] of text.matchAll(/(?:href|src)="(\/[^"#]*)/g))
        if (!found.has(link)) found.set(link, path)
    }
  })

  it('answers HEAD, and no other method', async () => {
    for (const path of ['/verify-email?token=x', '/sign-in', `/billing/invoices/${id}`]) {
      expect(await send('HEAD', path)).toMatchObject({ status: 200, text: '' })
      expect((await send('POST', path, { body: {} })).status).toBe(405)
    }
  })

  it('holds nothing that its address says', async () => {
    const evil = encodeURIComponent('"><script>alert(1)</script><img src=x>')
    const usual = (await get('/verify-email')).text
    for (const query of [`token=${evil}`, `${evil}=1`, `token=${'x'.repeat(3000)}`, 'utm_source=mail'])
      expect((await get(`/verify-email?${query}`)).text).toBe(usual)
    const { text } = await get(`/sales/channels/authorized?result=${evil}&channelId=${evil}`)
    expect(text).not.toContain('alert(1)')
    expect((await get(`/sales/channels/authorized?result=constructor`)).text).toContain('Connect a shop')
    expect((await get(`/sales/channels/authorized?result=refused&channelId=${id}`)).text).toContain(
      `/sales/channels/${id}`,
    )
    expect((await get(`/billing/invoices/${evil}`)).text).not.toContain('alert(1)')
  })

  it('is a problem answer at every address that no page has', async () => {
    for (const path of [
      '/billing',
      '/billing/',
      '/billing/secrets',
      '/billing/invoices/',
      '/billing/invoices//x',
      '/nothing/here',
      '/billing/constructor',
      '/verify-email/x',
      '/iam/../x',
      `/billing/invoices/${'x/'.repeat(9)}x`,
    ]) {
      const answer = await get(path)
      expect([path, answer.status, answer.body.errorCode]).toEqual([path, 404, 'NOT_FOUND'])
    }
  })

  it('speaks the first language of the browser that it knows, else English', async () => {
    const heading = async (language: string) => {
      const { text, headers } = await get('/verify-email', { 'accept-language': language })
      return [headers['Content-Language'], /<h1[^>]*>([^<]+)</.exec(text)?.[1]]
    }
    expect(await heading('sv, de-CH;q=0.9, en;q=0.8')).toEqual(['de-CH', 'E-Mail-Adresse bestätigen'])
    for (const language of ['', 'sv', '*', ';;q=x,,'])
      expect(await heading(language)).toEqual(['en', LANGUAGES.en.verifyTitle])
  })

  it('has the same places for values in every language', () => {
    const places = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort()
    for (const [language, words] of Object.entries(LANGUAGES))
      for (const [name, text] of Object.entries(words)) {
        expect([language, name, places(text)]).toEqual([language, name, places(LANGUAGES.en[name as 'email'])])
        expect(text.trim()).toBe(text)
      }
  })
})

describe('the link of a mail', () => {
  it('does nothing when it is opened, and works afterwards', async () => {
    const person = await registered()
    const token = await mailedToken(person.email, 'verification')
    for (let i = 0; i < 3; i++) {
      await get(`/verify-email?token=${encodeURIComponent(token)}`)
      await send('HEAD', `/verify-email?token=${encodeURIComponent(token)}`)
    }
    expect((await ask('verify-email', { token })).status).toBe(204)
  })

  const own = { appUrl: 'https://api.example.com', publicUrl: 'https://api.example.com/' }
  const subjects = [
    ...new Set(
      sources('lib', 'functions').flatMap(({ text }) =>
        [...text.matchAll(/`(commerce:\/\/\/[\w/-]+(?:\$\{[\w.]+\}[\w/-]*)+)`/g)].map(([, uri = '']) =>
          uri.replaceAll(/\$\{[\w.]+\}/g, id),
        ),
      ),
    ),
  ]

  it('leads to a page for every topic, every kind of subject and every digest, where no other application is set', async () => {
    expect(subjects.length).toBeGreaterThan(20)
    const links = new Set<string>()
    for (const topic of TOPIC_NAMES) {
      const data = makeTopicExample(topic)
      for (const token of ['t.x', null]) links.add(String(buildExampleValues(topic, { ...own, token }).actionUrl))
      for (const subject of [null, ...subjects, 'commerce:///legal/contracts/1']) {
        const event = { topic, subject, data, occurredAt: '2026-03-02T09:00:00.000Z' }
        links.add(String(buildValues(event, { ...own, token: null }).actionUrl))
        links.add(String(buildDigestValues([event], 20, own).actionUrl))
      }
      for (const change of [{ purpose: 'email_change' }, { change: 'email_changing' }]) {
        const event = { topic, subject: null, data: { ...data, ...change } as never, occurredAt: '' }
        links.add(String(buildValues(event, { ...own, token: 't' }).actionUrl))
      }
    }
    const ours = [...links].filter((link) => link.startsWith('https://api.example.com'))
    expect([...links].filter((link) => !ours.includes(link))).toEqual(['https://status.example.com/2026-03-08'])
    for (const page of [
      'verify-email',
      'reset-password',
      'accept-invitation',
      'confirm-email-change',
      'undo-email-change',
    ])
      expect(
        ours.some((link) => link.includes(`/${page}?token=`)),
        page,
      ).toBe(true)
    for (const link of ours) {
      const { pathname, search } = new URL(link)
      expect([link, (await get(pathname + search)).status]).toEqual([link, 200])
    }
  })

  it('leads to the sessions of the account if it asks to look at them', () => {
    for (const topic of ['iam.identity.mfa_challenge_issued', 'iam.identity.new_device_login'] as const) {
      const link = (target: typeof own) => buildExampleValues(topic, { ...target, token: null }).actionUrl
      expect(link(own)).toBe('https://api.example.com/iam/sessions')
      expect(link({ ...own, appUrl: 'https://app.example.com' })).toBe('https://app.example.com')
    }
  })

  it('leads to another application as it is, also to what the platform does not store', () => {
    const other = { appUrl: 'https://app.example.com/', publicUrl: 'https://api.example.com' }
    expect(buildSubjectUrl('commerce:///legal/contracts/1', other)).toBe('https://app.example.com/legal/contracts/1')
    expect(buildSubjectUrl(null, other)).toBe('https://app.example.com/')
    expect(buildSubjectUrl('commerce:///legal/contracts/1', own)).toBe('https://api.example.com/sign-in')
  })
})

describe('a kind of resource that has a page', async () => {
  it('is below one heading of the start page, and is named and listed by members that it has', async () => {
    const modules = Object.values(PAGE_GROUPS).flat().sort()
    expect([...new Set(Object.keys(PAGE_KINDS).map((path) => path.split('/')[0]))].sort()).toEqual(modules)
    expect(Object.keys(SHOWN_MEMBERS).sort()).toEqual(Object.keys(PAGE_KINDS).sort())
    const { paths, components } = (await get('/api/docs/openapi.json')).body
    for (const [path, { names, facts }] of Object.entries(SHOWN_MEMBERS)) {
      const item = Object.keys(paths).find((each) => new RegExp(`^/api/${path}/\\{\\w+\\}$`).test(each)) ?? ''
      const [{ schema }] = Object.values(paths[item].get.responses['200'].content) as [{ schema: { $ref: string } }]
      const { properties } = components.schemas[schema.$ref.split('/').at(-1) ?? '']
      for (const name of [...names, ...facts]) if (name) expect(properties, `${path} ${name}`).toHaveProperty([name])
    }
  })

  const routes = new Map(
    (await Promise.all(AREAS.map(({ load }) => load()))).flatMap(({ endpoints }) =>
      Object.values(endpoints).map(({ route, access }) => [route.replaceAll(/\{\w+\+?\}/g, '{}'), access] as const),
    ),
  )

  it.each(Object.entries(PAGE_KINDS))(
    '%s can be read and listed with its scope, and its lists exist',
    async (path, { scope, lists = [] }) => {
      const owner = await aMember()
      expect([routes.get(`GET /api/${path}`), routes.get(`GET /api/${path}/{}`)]).toEqual([
        scope ?? 'identity',
        scope ?? 'identity',
      ])
      for (const name of lists) expect(routes.has(`GET /api/${path}/{}/${name}`), name).toBe(true)
      if (scope) expect((await owner.get(`/api/${path}`)).status).toBe(200)
    },
  )
})
