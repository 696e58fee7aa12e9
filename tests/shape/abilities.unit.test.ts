import { expect, it } from 'vitest'
import { ABILITY_SUBJECTS } from '../../functions/iam/auth/ability-subjects.ts'
import { sources } from './sources.ts'

const paths = ABILITY_SUBJECTS.map(({ path }) => path)

it('every kind of resource has one entry for ability checks, and no two share scopes that their states decide', () => {
  expect(new Set(paths).size).toBe(paths.length)
  const resources = ABILITY_SUBJECTS.flatMap(({ resource }) => resource ?? [])
  expect(new Set(resources).size).toBe(resources.length)
})

it('every URI that the platform writes names a kind that can be the subject of an ability check', () => {
  const kinds = sources('lib', 'functions').flatMap(({ text }) =>
    [...text.matchAll(/`commerce:\/\/\/([\w-]+\/[\w-]+)\/\$\{(?:\w+\.)?(?:id|\w+Id)\}`/g)].map(([, kind = '']) => kind),
  )
  expect(kinds.length).toBeGreaterThan(20)
  expect(kinds.filter((kind) => !paths.includes(kind))).toEqual([])
})
