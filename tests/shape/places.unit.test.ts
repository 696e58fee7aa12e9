import { basename, dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findCircles } from './circles.ts'
import { type Source, sources } from './sources.ts'

const MAX_FILES = 15

const product = sources('functions', 'lib', 'schemas')
const lib = product.filter(({ path }) => path.startsWith('lib/'))

/** Folders whose names follow their own plan. */
const OWN_PLAN = [
  // The parts of a connector have the same names for every platform and every type of custodian.
  /^lib\/(connectors|custodians)\//,
]
const isRuled = ({ path }: Source) => !OWN_PLAN.some((pattern) => pattern.test(path))

const moduleOf = (path: string) => {
  const [root = '', module = ''] = path.split('/')
  return root === 'lib' ? `lib/${module}` : root
}

const EXPORT = /^export (?:abstract )?(?:async )?(?:const|let|class|interface|type|function) +(\w+)/gm
const exportsOf = ({ text }: Source) => [...new Set([...text.matchAll(EXPORT)].map(([, name]) => name as string))]

describe('a folder', () => {
  it(`holds at most ${MAX_FILES} files`, () => {
    const counts = Map.groupBy(product, ({ path }) => dirname(path))
    const large = [...counts].filter(([, files]) => files.length > MAX_FILES)
    expect(large.map(([folder, files]) => `${folder} holds ${files.length}`)).toEqual([])
  })
})

describe('imports', () => {
  const findImports = (from: string, wrong: RegExp) =>
    product.flatMap(({ path, imports }) =>
      path.startsWith(from) ? imports.filter((name) => wrong.test(name)).map((name) => `${path} imports ${name}`) : [],
    )

  it('of the platform name no module', () => {
    expect(findImports('lib/platform/', /^(functions|lib\/(?!platform\/)|schemas\/[\w-]+\/)/)).toEqual([])
  })

  it('of the schemas name schemas alone', () => {
    expect(findImports('schemas/', /^(functions|lib)\//)).toEqual([])
  })

  it('of lib name no function', () => {
    expect(findImports('lib/', /^functions\//)).toEqual([])
  })

  it('go in no circle between files, lazy ones included', () => {
    expect(findCircles(product, (path) => path)).toEqual([])
  })

  it('go in no circle between folders', () => {
    expect(findCircles(product, dirname)).toEqual([
      // Cancelling an invoice cancels its draft credit notes in the same transaction.
      ['lib/billing/credit-notes', 'lib/billing/invoices'],
      // The registry loads every platform's connector, and these share what lies beside the registry.
      [
        '',
        '/fulfilments',
        '/shopify',
        '/shopify/orders',
        '/simulator',
        '/sylius',
        '/vendure',
        '/woocommerce',
        '/woocommerce/orders',
      ].map((folder) => `lib/connectors${folder}`),
      // The registry of custodians is as that of platforms.
      [
        '',
        '/custom',
        '/fba-marketplace',
        '/freight-platform',
        '/fulfilment-api-a',
        '/fulfilment-api-b',
        '/retailer-fbb',
        '/shipping-api',
        '/simulator',
        '/vendor',
      ].map((folder) => `lib/custodians${folder}`),
      // A change of a fulfilment order changes the record of its sales order and its incident in the same transaction, and
      // these read it.
      [
        'lib/fulfilment/fulfilments',
        'lib/fulfilment/incidents',
        'lib/fulfilment/order-fulfilments',
        'lib/fulfilment/orders',
        'lib/fulfilment/routing',
      ],
    ])
  })

  it('go in no circle between modules', () => {
    expect(findCircles(product, moduleOf)).toEqual([
      // An invoice reserves orders in its transaction, and an accepted order adds its charge in its own and asks whether a
      // fulfilment policy applies. Fulfilment reads the order, a return drafts the credit note of its order in its
      // transaction, and tariffs charge what was handed over.
      ['lib/billing', 'lib/fulfilment', 'lib/sales'],
    ])
  })
})

describe('the name of a file', () => {
  /** Files that no single export could name, each with its reason. */
  const EXEMPT: Record<string, string> = {
    'lib/inventory/allocations/reserve-stock.ts': 'what becomes of allocated stock, from reserving to taking back',
    'lib/catalog/compare-content.ts': 'compares in two ways: differences of two contents and a merge of three',
    'lib/configuration/change-settings.ts': 'the changes of a setting: update, reset, import',
    'lib/fulfilment/analytics/count-fulfilment.ts': 'counts what was accepted, handed over and reversed',
    'lib/iam/account-changes/change-email.ts': 'the steps of a change of address: request, confirm, undo',
    'lib/iam/account-changes/change-factors.ts': 'every change of second factors',
    'lib/iam/service-accounts/change-service-account.ts': 'every change of a service account but that of its keys',
    'lib/iam/service-accounts/change-keys.ts': 'adds keys to service accounts and revokes them',
    'lib/iam/satellites/satellite-registry.ts': "the operator's commands for satellites",
    'lib/iam/accounts/request-account-mail.ts': 'requests the mails to verify an address and to reset a password',
    'lib/notification/templates/liquid.ts': 'wraps the library of that name',
    'lib/platform/html.ts': 'escapes texts and attributes of HTML',
  }

  const singular = (word: string) =>
    word
      .replace(/ies$/, 'y')
      .replace(/(ss|x|sh|ch)es$/, '$1')
      .replace(/([^s])s$/, '$1')

  const wordsOf = (name: string) =>
    (/^[A-Z\d_]+$/.test(name)
      ? name.split('_')
      : name
          .replaceAll('OAuth', 'Oauth')
          .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
          .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
          .split(' ')
    ).map((word) => singular(word.toLowerCase()))

  const isNamedAfter = (path: string, name: string) => {
    const words = basename(path, '.ts').split('-').map(singular)
    return `-${wordsOf(name).join('-')}-`.includes(`-${words.join('-')}-`)
  }

  it('is part of the name of one of its exports', () => {
    const files = lib.filter(isRuled).filter(
      ({ path }) =>
        // A store is named after what it stores, and a language by its code.
        !/-store\.ts$|\/words\//.test(path) && !Object.hasOwn(EXEMPT, path),
    )
    const wrong = files.filter((file) => !exportsOf(file).some((name) => isNamedAfter(file.path, name)))
    expect(wrong.map((file) => `${file.path} exports ${exportsOf(file).join(', ')}`)).toEqual([])
  })

  it('is exempt only where the file exists', () => {
    const paths = lib.map(({ path }) => path)
    expect(Object.keys(EXEMPT).filter((path) => !paths.includes(path))).toEqual([])
  })
})

describe('a name', () => {
  it('is exported by one file of its module', () => {
    const all = lib
      .filter(isRuled)
      .flatMap((file) => exportsOf(file).map((name) => ({ name: `${moduleOf(file.path)} ${name}`, file })))
    const twice = [...Map.groupBy(all, ({ name }) => name)].filter(([, places]) => places.length > 1)
    expect(twice.map(([name, places]) => `${name}: ${places.map(({ file }) => file.path).join(', ')}`)).toEqual([])
  })
})
