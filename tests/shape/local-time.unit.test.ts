import { expect, it } from 'vitest'
import { sources } from './sources.ts'

const FOLDERS = ['bench', 'client', 'deploy', 'functions', 'lib', 'local', 'operator', 'schemas', 'tests'] as const

/** Methods that read or set a date in the time zone of the machine. */
const LOCAL = /\.(?:get|set)(?:Hours|Minutes|Date|Day|Month|FullYear|TimezoneOffset)\(/
/** A date of numbers, or with a time but without a zone, which also is in that of the machine. */
const LOCAL_DATE = /new Date\(\d{4}, |(?:new Date|Date\.parse)\((['"`])[^'"`]*T[\d:.]+\1\)/

it('nothing depends on the time zone of the machine', () => {
  const own = sources(...FOLDERS).filter(({ path }) => !path.includes('node_modules'))
  const found = own.filter(({ text }) => LOCAL.test(text) || LOCAL_DATE.test(text))
  expect(found.map(({ path }) => path)).toEqual([])
})
