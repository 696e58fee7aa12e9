import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take longest, some of them with little work for a processor. */
const LONGEST = [
  'tests/deploy/template.unit.test.ts',
  'tests/local/embedded-stack.e2e.test.ts',
  'tests/local/demo-tenant.e2e.test.ts',
  'tests/e2e/tour.e2e.test.ts',
  'tests/client/tour.e2e.test.ts',
  'tests/local/backlog.e2e.test.ts',
].map((file) => resolve(file))

const getGroup = ({ project }: TestSpecification) => project.config.sequence.groupOrder
const getPlace = ({ moduleId }: TestSpecification) => {
  const place = LONGEST.indexOf(resolve(moduleId))
  return place === -1 ? LONGEST.length : place
}

/** Begins each group with its longest files, so that none of them runs alone at the end while a processor is idle. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const lost = LONGEST.filter((file) => !existsSync(file))
    if (lost.length) throw new Error(`tests/support/longest-first.ts names files that are gone: ${lost.join(', ')}`)
    const sorted = await super.sort(files)
    return sorted.sort((a, b) => getGroup(a) - getGroup(b) || getPlace(a) - getPlace(b))
  }
}
