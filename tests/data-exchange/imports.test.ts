import { describe, expect, it } from 'vitest'
import { aReadyFile } from '../generated/file-fixtures.ts'
import { aCustodian, aPartner, aStockItem, aVariant } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { dyingAt } from '../support/dying.ts'
import { drainEvents } from '../support/workers.ts'
import { begin, IMPORTS, importAll, read, rows, upload, work } from './importing.ts'

const PARTNERS = '/api/partner/partners'

const namesOf = async (member: Member): Promise<string[]> =>
  (await member.get(`${PARTNERS}?itemsPerPage=100`)).body.member.map(({ name }: { name: string }) => name).sort()

describe('an import of partners', () => {
  it('creates, updates and leaves alone, by id or name, and empty cells change nothing', async () => {
    const member = await aMember()
    const known = await aPartner(member, { name: 'Nordlicht GmbH', countryCode: 'DE', address: { city: 'Hamburg' } })
    const other = await aPartner(member, { name: 'Südlicht', taxId: 'DE1' })
    const result = await importAll(
      member,
      'partners',
      rows(
        'id,name,roles,countryCode,address.line1,billingContact.email',
        ',Neu & Co,Partner.Customer|Partner.Supplier,AT,,ada@example.com',
        ',nordlicht  gmbh,,,Am Kai 1,',
        `${other.id},Südlicht,,,,`,
      ),
    )
    expect(result).toMatchObject({
      ...{ status: 'completed', rowCount: 3, processedCount: 3, createdCount: 1, updatedCount: 1, unchangedCount: 1 },
      ...{ failedCount: 0, errors: [], errorsUrl: null, failureReason: null },
    })
    const changed = (await member.get(`${PARTNERS}/${known.id}`)).body
    expect(changed).toMatchObject({ countryCode: 'DE', address: { city: 'Hamburg', line1: 'Am Kai 1' } })
    const [created] = (await member.get(`${PARTNERS}?search=Neu`)).body.member
    expect(created).toMatchObject({ roles: ['Partner.Customer', 'Partner.Supplier'], countryCode: 'AT' })
  })

  it('has the columns that e-invoices need, of which an empty one changes nothing', async () => {
    const member = await aMember()
    const known = await aPartner(member, { name: 'Bund', electronicAddress: { scheme: '0204', id: '991-1-1' } })
    const result = await importAll(
      member,
      'partners',
      rows(
        'name,vatId,electronicAddress.scheme,electronicAddress.id,buyerReference',
        'Nordlicht,DE123456789,EM,invoices@nordlicht.example,991-7',
        'Bund,,,991-2-2,',
        'Half,,9930,,',
        'Wrong,DE12,4711,x,',
      ),
    )
    expect(result).toMatchObject({ createdCount: 1, updatedCount: 1, failedCount: 2 })
    expect(result.errors.map(({ line, column }: { line: number; column: string }) => [line, column])).toEqual([
      [4, 'electronicAddress.id'],
      [5, 'vatId'],
      [5, 'electronicAddress.scheme'],
    ])
    const [created] = (await member.get(`${PARTNERS}?search=Nordlicht`)).body.member
    expect((await member.get(`${PARTNERS}/${created.id}`)).body).toMatchObject({
      vatId: 'DE123456789',
      electronicAddress: { scheme: 'EM', id: 'invoices@nordlicht.example' },
      buyerReference: '991-7',
    })
    const changed = (await member.get(`${PARTNERS}/${known.id}`)).body
    expect(changed.electronicAddress).toEqual({ scheme: '0204', id: '991-2-2' })
  })

  it('names every bad row by its line, with all its violations, and writes the others', async () => {
    const member = await aMember()
    const lines = Array.from({ length: 20 }, (_, i) => `Partner ${i + 1},DE,EUR`)
    lines[15] = 'Partner 16,Germany,euro'
    lines[3] = '"Two\nlines",DE,EUR'
    lines[18] = 'partner 1,DE,EUR'
    const result = await importAll(
      member,
      'partners',
      rows('name,countryCode,defaultCurrency', ...lines, 'X,DE,EUR,more'),
    )
    expect(result).toMatchObject({ status: 'completed', rowCount: 21, createdCount: 18, failedCount: 3 })
    expect(result.errors).toEqual([
      { line: 18, column: 'countryCode', message: 'must be an ISO 3166 country code' },
      { line: 18, column: 'defaultCurrency', message: 'must be an ISO 4217 currency code' },
      { line: 21, column: 'name', message: 'is the same as in line 2' },
      { line: 23, column: '', message: 'has more cells than the header' },
    ])
    const csv = await member.get(result.errorsUrl)
    expect(csv.text).toBe(
      rows(
        'line,column,message',
        '18,countryCode,must be an ISO 3166 country code',
        '18,defaultCurrency,must be an ISO 4217 currency code',
        '21,name,is the same as in line 2',
        '23,,has more cells than the header',
      ),
    )
    expect(await namesOf(member)).toContain('Two\nlines')
  })

  it('of all or nothing writes nothing if one row is not valid', async () => {
    const member = await aMember()
    const text = rows('name,countryCode', 'A,DE', 'B,Germany', 'C,DE')
    const result = await importAll(member, 'partners', text, { mode: 'all_or_nothing' })
    expect(result).toMatchObject({ status: 'rejected', createdCount: 0, failedCount: 1, processedCount: 3 })
    expect(await namesOf(member)).toEqual([])
    const valid = await importAll(member, 'partners', rows('name', 'A', 'B'), { mode: 'all_or_nothing' })
    expect(valid).toMatchObject({ status: 'completed', createdCount: 2, processedCount: 2, failedCount: 0 })
    expect(await namesOf(member)).toEqual(['A', 'B'])
  })

  it('in a dry run says what it would do, and writes nothing', async () => {
    const member = await aMember()
    await aPartner(member, { name: 'A', countryCode: 'DE' })
    const result = await importAll(member, 'partners', rows('name,countryCode', 'A,AT', 'B,DE', 'C,x'), {
      dryRun: true,
    })
    expect(result).toMatchObject({ status: 'completed', createdCount: 1, updatedCount: 1, failedCount: 1 })
    expect(await namesOf(member)).toEqual(['A'])
    expect((await member.get(`${PARTNERS}?search=A`)).body.member[0].countryCode).toBe('DE')
  })

  it('asks for an id where a name is not unique', async () => {
    const member = await aMember()
    await aPartner(member, { name: 'Twin' })
    await aPartner(member, { name: 'TWIN' })
    const { errors } = await importAll(member, 'partners', rows('id,name', ',Twin', 'nobody,X'))
    expect(errors).toEqual([
      { line: 2, column: 'name', message: 'is the name of several partners; name one of them by its id' },
      { line: 3, column: 'id', message: 'must be the id of a partner' },
    ])
  })

  it.each(['valid_rows', 'all_or_nothing'])('in mode %s writes each row once, wherever a worker dies', async (mode) => {
    const member = await aMember()
    const names = Array.from({ length: 6 }, (_, i) => `Partner ${i}`)
    const id = await begin(member, 'partners', rows('name', ...names, ' '), { mode })
    for (let transaction = 1; transaction <= 4; transaction++)
      for (const after of [false, true]) await work(member, id, dyingAt(transaction, after)).catch(() => undefined)
    await work(member, id)
    expect(await read(member, id)).toMatchObject({ status: 'completed', createdCount: 6, failedCount: 0 })
    expect(await namesOf(member)).toEqual(names)
  })

  it('writes each row once if workers run at the same time and messages arrive twice', async () => {
    const member = await aMember()
    const names = Array.from({ length: 8 }, (_, i) => `Partner ${i}`)
    const id = await begin(member, 'partners', rows('name', ...names))
    await Promise.all([work(member, id), work(member, id), work(member, id)])
    await drainEvents({ duplicate: true })
    expect(await read(member, id)).toMatchObject({ status: 'completed', createdCount: 8 })
    expect(await namesOf(member)).toEqual(names)
  })
})

describe('a file', () => {
  it.each([
    ['a byte order mark and semicolons', Buffer.from('\uFEFFname;countryCode\r\nMüller;DE\r\n')],
    ['tabs', Buffer.from('name\tcountryCode\nMüller\tDE\n')],
    ['Windows-1252', Buffer.from('name,countryCode\nMüller,DE\n', 'latin1')],
    ['quotes and empty lines', Buffer.from('"name","countryCode"\n\n"Müller","DE"\n\n')],
    ['empty lines before its header', Buffer.from('\r\n;\r\nname;countryCode\r\nMüller;DE\r\n')],
    ['a header in other letters', Buffer.from('Name,COUNTRYCODE\nMüller,DE\n')],
    ['ends of lines of an old Macintosh', Buffer.from('name,countryCode\rMüller,DE\r')],
    ['formulas that keep texts', Buffer.from('name;countryCode\r\n"=""Müller""";"=""DE"""\r\n')],
  ])('with %s is read', async (_, content) => {
    const member = await aMember()
    expect(await importAll(member, 'partners', content)).toMatchObject({ status: 'completed', createdCount: 1 })
    expect(await namesOf(member)).toEqual(['Müller'])
  })

  it.each([
    ['a repeated column', 'name,name\nA,B\n', 'The header has the columns name more than once.'],
    ['an unknown column', 'name,colour\nA,B\n', 'The columns colour are unknown.'],
    ['a missing column', 'countryCode\nDE\n', 'The columns name are missing.'],
    ['an open quote', 'name\n"A\n', 'The file is no CSV:'],
  ])('with %s is refused with the reason', async (_, text, reason) => {
    const member = await aMember()
    const result = await importAll(member, 'partners', text)
    expect(result).toMatchObject({ status: 'failed', failureReason: expect.stringContaining(reason) })
    expect(await namesOf(member)).toEqual([])
  })

  it('has errors in the rows of which some bytes are no UTF-8 like the others, and keeps the letters of these', async () => {
    const member = await aMember()
    const content = Buffer.concat([
      Buffer.from('name,countryCode\nBäcker,DE\nCaf'),
      Buffer.from([0xe9]),
      Buffer.from(',FR\nZoë,BE\n'),
    ])
    const result = await importAll(member, 'partners', content)
    expect(result).toMatchObject({ status: 'completed', createdCount: 2, failedCount: 1 })
    const message = 'is no UTF-8, unlike the rest of the file; save the file as UTF-8'
    expect(result.errors).toEqual([{ line: 3, column: 'name', message }])
    expect(await namesOf(member)).toEqual(['Bäcker', 'Zoë'])
  })

  it('may have ends of lines of several systems, and ends of lines within quotes', async () => {
    const member = await aMember()
    const text = 'name,countryCode\r\nOne,DE\nTwo,DE\rThree,DE\r\n"Four",x\n"Five\nB",DE\r\nSix,x'
    const result = await importAll(member, 'partners', text)
    expect(result).toMatchObject({ rowCount: 6, createdCount: 4, failedCount: 2 })
    expect(result.errors.map(({ line }: { line: number }) => line)).toEqual([5, 8])
    expect((await namesOf(member)).filter((name) => /^(One|Two|Three)$/.test(name))).toEqual(['One', 'Three', 'Two'])
  })

  it.each([
    ['products', 'sku;name', ';Tea'],
    ['prices', 'sku;currency;price', ';EUR;12,90'],
  ])('of %s refuses numbers that a spreadsheet shortened, in each of their rows', async (kind, header, rest) => {
    const member = await aMember()
    const text = rows(header, `4,00638E+12${rest}`, `4,00638E+12${rest}`, `4.00638e+12${rest}`, `1E5${rest}`)
    const { errors } = await importAll(member, kind, text)
    const message = 'looks like a number that a spreadsheet shortened; format the column as text'
    const shortened = errors.filter((error: { message: string }) => error.message === message)
    expect(shortened).toEqual([2, 3, 4].map((line) => ({ line, column: 'sku', message })))
  })

  it('has headers of its own by a mapping', async () => {
    const member = await aMember()
    const text = 'Firma;Land;Notiz\nA;DE;x\n'
    const mapping = { Firma: 'name', Land: 'countryCode', Notiz: '' }
    expect(await importAll(member, 'partners', text, { mapping })).toMatchObject({ createdCount: 1 })
    const absent = await importAll(member, 'partners', text, { mapping: { ...mapping, Ort: 'address.city' } })
    expect(absent.failureReason).toContain('The mapping names the headers Ort')
    const fileId = await upload(member, text)
    const wrong = await member.post(IMPORTS, { fileId, kind: 'partners', mapping: { Firma: 'nom', Land: 'pays' } })
    expect([wrong.status, wrong.body.violations.map((each: { propertyPath: string }) => each.propertyPath)]).toEqual([
      ...[400, ['mapping.Firma', 'mapping.Land']],
    ])
  })

  it('must be a CSV of at most 10 MB that is ready and for an import, and is used by it', async () => {
    const member = await aMember()
    const content = Buffer.from('name\nA\n')
    const attachment = await aReadyFile(member, content, { name: 'a.csv', mimeType: 'text/csv' })
    const refused = await member.post(IMPORTS, { fileId: attachment, kind: 'partners' })
    expect([refused.status, refused.body.violations[0].propertyPath]).toEqual([400, 'fileId'])
    const fileId = await upload(member, content)
    expect((await (await aMember()).post(IMPORTS, { fileId, kind: 'partners' })).status).toBe(400)
    expect((await member.post(IMPORTS, { fileId, kind: 'partners' })).status).toBe(201)
    expect((await member.delete(`/api/storage/files/${fileId}`)).status).toBe(409)
    const declared = { name: 'a.csv', sha256: 'a'.repeat(64), mimeType: 'text/csv', purpose: 'import' }
    const large = await member.post('/api/storage/files', { ...declared, sizeBytes: 10 * 1024 * 1024 + 1 })
    expect([large.status, large.body.violations[0].propertyPath]).toEqual([400, 'sizeBytes'])
  })
})

describe('an import', () => {
  it('needs the scopes to write what it imports, and belongs to one tenant', async () => {
    const member = await aMember()
    const fileId = await upload(member, 'name\nA\n')
    const operations = await aMember({ tenant: member.tenant, role: 'operations' })
    const { status, body } = await operations.post(IMPORTS, { fileId, kind: 'partners' })
    expect([status, body.errorCode]).toEqual([403, 'SCOPE_MISSING'])
    const viewer = await aMember({ tenant: member.tenant, role: 'viewer' })
    expect((await viewer.post(IMPORTS, { fileId, kind: 'partners' })).status).toBe(403)
    const made = await member.post(IMPORTS, { fileId, kind: 'partners' })
    const stranger = await aMember()
    for (const path of ['', '/errors'])
      expect((await stranger.get(`${IMPORTS}/${made.body.id}${path}`)).status).toBe(404)
    expect((await viewer.get(IMPORTS)).body.member.map(({ id }: { id: string }) => id)).toEqual([made.body.id])
  })

  it('of products finds variants by SKU, and new ones of a product belong together', async () => {
    const member = await aMember()
    const known = await aVariant(member, { sku: 'OLD', name: 'Old' })
    const text = rows(
      'sku,name,product,brand',
      'CUP-S,Small cup,Cup,Blatt',
      'CUP-L,Large cup,Cup,Blatt',
      'OLD,New,,Blatt',
      'BARE,,Bare,',
      `${'S'.repeat(101)},Long,Long,`,
    )
    const result = await importAll(member, 'products', text)
    expect(result).toMatchObject({ createdCount: 2, updatedCount: 1, failedCount: 2 })
    expect(result.errors.map(({ line, column }: { line: number; column: string }) => [line, column])).toEqual([
      [5, 'name'],
      [6, 'sku'],
    ])
    const { body } = await member.get('/api/catalog/variants?search=cup')
    expect(new Set(body.member.map(({ productId }: { productId: string }) => productId)).size).toBe(1)
    const changed = (await member.get(`/api/catalog/variants/${known.id}`)).body
    expect(changed.name).toBe('New')
    expect((await member.get(`/api/catalog/products/${changed.productId}`)).body.brand).toBe('Blatt')
    expect((await member.get('/api/catalog/products?search=Bare')).body.totalItems).toBe(0)
    expect(await importAll(member, 'products', text)).toMatchObject({
      createdCount: 0,
      updatedCount: 0,
      unchangedCount: 3,
    })
  })

  it('of variants adds to products, and changes the attributes and texts that have a column', async () => {
    const member = await aMember()
    const known = await aVariant(member, {
      sku: 'CUP-S',
      name: 'Small cup',
      attributes: { colour: 'white', glaze: 'matt' },
      localizations: { de_DE: { name: 'Tasse', description: 'Klein' } },
    })
    const { productId } = known
    const other = await aVariant(member, { sku: 'OTHER' })
    const text = rows(
      'sku,name,productId,attributes.colour,attributes.weightGrams,localizations.de_DE.name',
      `CUP-S,,,blue,250,`,
      `CUP-L,Large cup,${productId},white,400,Große Tasse`,
      `CUP-S ,,,,,Kleine Tasse`,
      `OTHER,,${productId},,,`,
      'NEW,,,,,',
      `LOST,Lost,${other.id},,,`,
      `LONG,Long,${other.productId},${'x'.repeat(1001)},,`,
    )
    const result = await importAll(member, 'variants', text)
    expect(result).toMatchObject({ createdCount: 1, updatedCount: 1, failedCount: 5 })
    expect(result.errors.map(({ line, column }: { line: number; column: string }) => [line, column])).toEqual([
      [4, 'sku'],
      [5, 'productId'],
      [6, 'name'],
      [6, 'productId'],
      [7, 'productId'],
      [8, 'attributes.colour'],
    ])
    expect((await member.get(`/api/catalog/variants/${known.id}`)).body).toMatchObject({
      name: 'Small cup',
      attributes: { colour: 'blue', glaze: 'matt', weightGrams: '250' },
      localizations: { de_DE: { name: 'Tasse', description: 'Klein' } },
    })
    const [created] = (await member.get('/api/catalog/variants?search=CUP-L')).body.member
    expect(created).toMatchObject({
      ...{ productId, attributes: { colour: 'white', weightGrams: '400' } },
      localizations: { de_DE: { name: 'Große Tasse', description: null } },
    })
    const texts = rows('sku;localizations.de_DE.name', 'CUP-S;Kleine Tasse')
    expect(await importAll(member, 'variants', texts, { dryRun: true })).toMatchObject({ updatedCount: 1 })
    expect(await importAll(member, 'variants', texts)).toMatchObject({ updatedCount: 1 })
    expect(await importAll(member, 'variants', texts)).toMatchObject({ unchangedCount: 1, updatedCount: 0 })
    expect((await member.get(`/api/catalog/variants/${known.id}`)).body.localizations).toEqual({
      de_DE: { name: 'Kleine Tasse', description: 'Klein' },
    })
  })

  it('of products has what the goods are, tags and the state of new products', async () => {
    const member = await aMember()
    const head = 'sku,name,product,tags,status,gtin,mpn,hsCode,countryOfOrigin,weightGrams,lengthMm'
    const text = rows(
      head,
      'CUP-S,Small cup,Cup,Gift | gift|Summer,draft,7300011-000017,C 1,6912.00,DE,250,80',
      'CUP-L,Large cup,Cup,,,7300011000018,,691,XX,,',
    )
    const first = await importAll(member, 'products', text)
    expect(first).toMatchObject({ createdCount: 1, failedCount: 1 })
    expect(first.errors.map(({ line, column }: { line: number; column: string }) => [line, column])).toEqual([
      [3, 'countryOfOrigin'],
    ])
    const [variant] = (await member.get('/api/catalog/variants?sku=CUP-S')).body.member
    expect(variant).toMatchObject({
      ...{ gtin: '7300011000017', mpn: 'C 1', hsCode: '691200', countryOfOrigin: 'DE', weightGrams: 250, lengthMm: 80 },
    })
    const [product] = (await member.get('/api/catalog/products')).body.member
    expect(product).toMatchObject({ name: 'Cup', status: 'draft', tags: ['Gift', 'Summer'] })
    await member.post(`/api/catalog/products/${product.id}/archive`)
    expect(await importAll(member, 'products', rows(head, 'CUP-S,,,gift|summer,active,,,,,,'))).toMatchObject({
      updatedCount: 1,
    })
    expect((await member.get('/api/catalog/products')).body.member).toMatchObject([
      { status: 'archived', tags: ['gift', 'summer'] },
    ])
    const again = rows(head, 'CUP-S,,,,,7 300011000017,,6912.00,,250,')
    expect(await importAll(member, 'products', again)).toMatchObject({ unchangedCount: 1, updatedCount: 0 })
    const faults = rows('sku,gtin,hsCode', 'CUP-S,7300011000018,69')
    const { errors } = await importAll(member, 'variants', faults)
    expect(errors.map(({ column, message }: { column: string; message: string }) => [column, message])).toEqual([
      ['gtin', 'must end with the check digit 7'],
      ['hsCode', 'must have 6 to 13 digits, beside dots and spaces'],
    ])
  })

  it('of variants has columns of attributes by a mapping, and no other open ones', async () => {
    const member = await aMember()
    await aVariant(member, { sku: 'A' })
    const text = 'Artikel;Farbe\nA;rot\n'
    const mapping = { Artikel: 'sku', Farbe: 'attributes.Farbe' }
    expect(await importAll(member, 'variants', text, { mapping })).toMatchObject({ updatedCount: 1 })
    const [{ attributes }] = (await member.get('/api/catalog/variants?search=A')).body.member
    expect(attributes).toEqual({ Farbe: 'rot' })
    const fileId = await upload(member, text)
    for (const column of ['attributes.', 'attributes', 'localizations.de_DE', 'localizations..name', 'prices.EUR'])
      expect(
        (await member.post(IMPORTS, { fileId, kind: 'variants', mapping: { ...mapping, Farbe: column } })).status,
        column,
      ).toBe(400)
    expect(await importAll(member, 'variants', 'sku,localizations..name\nA,x\n')).toMatchObject({
      ...{ status: 'failed', failureReason: 'The columns localizations..name are unknown.' },
    })
  })

  it('of products has the attributes and texts of each variant too', async () => {
    const member = await aMember()
    const text = rows(
      'sku,name,product,attributes.size,localizations.de_DE.name',
      'CUP-S,Small cup,Cup,S,Kleine Tasse',
      'CUP-L,Large cup,Cup,L,',
    )
    expect(await importAll(member, 'products', text)).toMatchObject({ createdCount: 2 })
    const { member: found } = (await member.get('/api/catalog/variants?search=CUP')).body
    const shown = found.map((each: Record<string, unknown>) => [each.sku, each.attributes, each.localizations])
    expect(shown.sort()).toEqual([
      ['CUP-L', { size: 'L' }, {}],
      ['CUP-S', { size: 'S' }, { de_DE: { name: 'Kleine Tasse', description: null } }],
    ])
    const changed = rows('sku,name,attributes.size', 'CUP-L,,XL', 'CUP-S,,S')
    expect(await importAll(member, 'products', changed)).toMatchObject({ updatedCount: 1, unchangedCount: 1 })
  })

  it('of stock corrects and creates, by the rules of corrections', async () => {
    const member = await aMember()
    const { id: custodianId } = await aCustodian(member)
    const variant = await aVariant(member, { sku: 'A' })
    await aVariant(member, { sku: 'B' })
    const item = await aStockItem(member, { variantId: variant.id, custodianId, onHand: 10, reserved: 4 })
    const text = (onHand: number, reason = '') =>
      rows(
        'sku,custodianId,onHand,reason',
        `A,${custodianId},${onHand},${reason}`,
        `B,${custodianId},7,`,
        `Z,${custodianId},1,`,
      )
    const first = await importAll(member, 'stock', text(3))
    expect(first).toMatchObject({ createdCount: 1, failedCount: 2 })
    expect(first.errors.map(({ line, column }: { line: number; column: string }) => [line, column])).toEqual([
      [2, 'reason'],
      [4, 'sku'],
    ])
    expect(await importAll(member, 'stock', text(3, 'Counted'))).toMatchObject({ updatedCount: 1, unchangedCount: 1 })
    expect((await member.get(`/api/inventory/stock-items/${item.id}`)).body.onHand).toBe(3)
  })

  it('of prices sets one currency, in minor units or decimals, and leaves the others', async () => {
    const member = await aMember()
    const variant = await aVariant(member, { sku: 'A', prices: [{ currency: 'EUR', amount: 100 }] })
    const result = await importAll(
      member,
      'prices',
      rows(
        'sku;currency;amount;price',
        'A;EUR;;"12,90"',
        'A;USD;1500;',
        'A;JPY;;1.5',
        'A;CHF;1;1',
        'A;XXQ;1;',
        'A;GBP;-1;',
        'Z;EUR;1;',
        'A;HUF;;129.90',
      ),
    )
    expect(result).toMatchObject({ updatedCount: 3, failedCount: 5 })
    expect(result.errors.map(({ line, column }: { line: number; column: string }) => [line, column])).toEqual([
      [4, 'price'],
      [5, 'amount'],
      [6, 'currency'],
      [7, 'amount'],
      [8, 'sku'],
    ])
    expect((await member.get(`/api/catalog/variants/${variant.id}`)).body.prices).toEqual([
      { currency: 'EUR', amount: 1290, includesTax: null },
      { currency: 'USD', amount: 1500, includesTax: null },
      { currency: 'HUF', amount: 12_990, includesTax: null },
    ])
  })
})
