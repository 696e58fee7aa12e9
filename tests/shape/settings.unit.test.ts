import { describe, expect, it } from 'vitest'
import { SETTING_KEYS } from '../../lib/configuration/setting-definitions.ts'
import { sources } from './sources.ts'

const ACCESSOR = 'lib/configuration/get-settings.ts'
/** Settings that the platform stores for the tenant and never reads. */
const NEVER_READ = ['general.metadata']

describe('the settings', () => {
  const readers = sources('lib', 'functions').filter(({ imports }) => imports.includes(ACCESSOR))

  it.each(SETTING_KEYS.filter((key) => !NEVER_READ.includes(key)))('%s is read by a module', (key) => {
    expect(readers.filter(({ text }) => text.includes(`'${key}'`)).map(({ path }) => path)).not.toEqual([])
  })

  it('contain those that are never read', () => {
    for (const key of NEVER_READ) expect(SETTING_KEYS).toContain(key)
  })
})
