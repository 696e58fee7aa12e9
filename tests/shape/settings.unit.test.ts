import { describe, expect, it } from 'vitest'
import { SETTING_KEYS } from '../../lib/configuration/setting-definitions.ts'
import { sources } from './sources.ts'

const ACCESSOR = 'lib/configuration/get-settings.ts'
/** The platform keeps it for the tenant and promises never to read it. */
const NEVER_READ = ['general.metadata']

describe('the settings', () => {
  const readers = sources('lib', 'functions').filter(({ imports }) => imports.includes(ACCESSOR))

  it.each(SETTING_KEYS.filter((key) => !NEVER_READ.includes(key)))('%s is read by a module', (key) => {
    expect(readers.filter(({ text }) => text.includes(`'${key}'`)).map(({ path }) => path)).not.toEqual([])
  })

  it('name those that nothing reads', () => {
    for (const key of NEVER_READ) expect(SETTING_KEYS).toContain(key)
  })
})
