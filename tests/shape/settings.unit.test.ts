import { describe, expect, it } from 'vitest'
import { SETTING_CATALOG } from '../../functions/settings/setting-catalog.ts'
import { CUSTOM_SETTINGS } from '../../lib/configuration/custom-settings.ts'
import { sources } from './sources.ts'

/** Settings that the platform stores for the tenant and never reads. */
const NEVER_READ = Object.values(CUSTOM_SETTINGS).map(({ key }) => key as string)

const KEYS = SETTING_CATALOG.settings.map(({ key }) => key)

describe('the settings', () => {
  const texts = sources('lib', 'functions').map(({ text }) => text)

  it.each(KEYS.filter((key) => !NEVER_READ.includes(key)))('%s is read by a module', (key) => {
    const name = key.split('.')[1]
    const reads = new RegExp(`'${key}'|_SETTINGS\\.${name}\\b`)
    expect(texts.some((text) => reads.test(text))).toBe(true)
  })

  it('are all collected', () => {
    const groups = texts.flatMap((text) => [...text.matchAll(/^export const (\w+_SETTINGS) = defineSettings/gm)])
    const collected = sources('functions').find(({ path }) => path.endsWith('/setting-catalog.ts'))?.text ?? ''
    expect(groups.length).toBeGreaterThan(0)
    expect(groups.filter(([, name = '']) => !collected.includes(name)).map(([, name]) => name)).toEqual([])
  })

  it('contain those that are never read', () => {
    for (const key of NEVER_READ) expect(KEYS).toContain(key)
  })
})
