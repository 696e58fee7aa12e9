import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take longest, some of them with little work for a processor. Those of a project follow each other. */
const LONGEST = [
  'tests/deploy/template.unit.test.ts',
  'tests/local/embedded-stack.e2e.test.ts',
  'tests/local/demo-tenant.e2e.test.ts',
  'tests/local/backlog.e2e.test.ts',
  'tests/e2e/tour.e2e.test.ts',
  'tests/client/tour.e2e.test.ts',
  'tests/pages/signing-in.e2e.test.ts',
  'tests/local/slow-database.e2e.test.ts',
  'tests/pages/mail-links.e2e.test.ts',
  'tests/costs/costs.unit.test.ts',
  'tests/docs/precompiled-validators.unit.test.ts',
  'tests/notification/templates/languages.unit.test.ts',
  'tests/notification/templates/mail-look.unit.test.ts',
  'tests/docs/reference-page.test.ts',
].map((file) => resolve(file))

const getPlace = ({ moduleId }: TestSpecification) => {
  const place = LONGEST.indexOf(resolve(moduleId))
  return place === -1 ? LONGEST.length : place
}

/** Begins with the longest files, so that none of them runs alone at the end while a processor is idle. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const lost = LONGEST.filter((file) => !existsSync(file))
    if (lost.length) throw new Error(`tests/support/longest-first.ts names files that are gone: ${lost.join(', ')}`)
    const sorted = await super.sort(files)
    return sorted.sort((a, b) => getPlace(a) - getPlace(b))
  }
}
