import { describe, expect, it } from 'vitest'
import { SETTING_KEYS } from '../../lib/configuration/setting-definitions.ts'
import { sources } from './sources.ts'

/** Modules that hand another module the settings that it names. */
const ACCESSORS = ['lib/configuration/get-settings.ts', 'lib/document/printing/seller.ts']
/** Settings that the platform stores for the tenant and never reads. */
const NEVER_READ = ['general.metadata']

describe('the settings', () => {
  const readers = sources('lib', 'functions').filter(({ imports }) => ACCESSORS.some((each) => imports.includes(each)))

  it.each(SETTING_KEYS.filter((key) => !NEVER_READ.includes(key)))('%s is read by a module', (key) => {
    expect(readers.filter(({ text }) => text.includes(`'${key}'`)).map(({ path }) => path)).not.toEqual([])
  })

  it('contain those that are never read', () => {
    for (const key of NEVER_READ) expect(SETTING_KEYS).toContain(key)
  })
})
