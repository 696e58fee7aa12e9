import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../../local/definitions.ts'

interface Package {
  version: string
  license?: string
  integrity?: string
  dev?: boolean
  link?: boolean
}

/** Licences that allow commercial use without publishing code that only uses the package. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Zlib',
])

/** True if an SPDX expression permits use under allowed licences only. */
const isAllowed = (expression = '') =>
  expression
    .replaceAll(/[()]/g, '')
    .split(/ or /i)
    .some((choice) => choice.split(/ and /i).every((each) => ALLOWED.has(each.trim())))

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Package>
}
/** Without the workspaces, which are code of this repository. */
const deployed = Object.entries(packages).filter(
  ([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link,
)

it('every package of a deployment has a licence that allows commercial use', () => {
  const refused = deployed.filter(([, { license }]) => !isAllowed(license))
  expect(refused.map(([path, { license }]) => `${path}: ${license}`)).toEqual([])
  expect(deployed.length).toBeGreaterThan(50)
})

it.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0-only)', true],
  ['MIT AND OFL-1.1', true],
  ['GPL-3.0-only', false],
  ['AGPL-3.0-or-later', false],
  ['MIT AND LGPL-3.0-only', false],
  ['UNLICENSED', false],
  [undefined, false],
])('the licence %s is judged', (license, allowed) => {
  expect(isAllowed(license)).toBe(allowed)
})

it('the bill of materials names every package of a deployment with its licence and its hash', () => {
  const text = execFileSync('npm', ['run', '--silent', 'sbom'], { cwd: root, encoding: 'utf8', stdio: 'pipe' })
  const { bomFormat, specVersion, components } = JSON.parse(text)
  expect([bomFormat, specVersion]).toEqual(['CycloneDX', '1.5'])
  const listed = new Map(
    (components as { purl: string; licenses?: object[]; hashes?: object[] }[]).map((each) => [
      decodeURIComponent(each.purl),
      each,
    ]),
  )
  for (const [path, { version }] of deployed) {
    const name = path.split('node_modules/').at(-1)
    const found = listed.get(`pkg:npm/${name}@${version}`)
    expect([path, found?.licenses?.length, found?.hashes?.length]).toEqual([path, 1, 1])
  }
})
