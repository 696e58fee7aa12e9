import { expect, test } from 'vitest'
import { sources } from '../shape/sources.ts'

const eager = (packages: string) => {
  const atOnce = new RegExp(`^(?:import|export) (?!type\\b)[^']*from '(?:${packages})'`, 'm')
  return sources('lib', 'functions', 'schemas').flatMap(({ path, text }) => (atOnce.test(text) ? [path] : []))
}

const CALENDAR = ['lib/notification/preferences/daily-silence.ts', 'lib/notification/windows/next-daily-hour.ts']

test('Liquid is loaded only when a template is rendered', () => {
  expect(eager("liquidjs|[^']*/liquid\\.ts")).toEqual(['lib/notification/templates/liquid.ts'])
})

test('the calendar is loaded only for a daily do-not-disturb window or a daily digest', () => {
  expect(eager("[^']*/(?:daily-silence|next-daily-hour)\\.ts")).toEqual([])
  expect(eager("[^']*/first-moment\\.ts")).toEqual(CALENDAR)
  const own = eager('temporal-polyfill').filter((path) => path.startsWith('lib/notification/'))
  expect(own).toEqual(CALENDAR)
})
