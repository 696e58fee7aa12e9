import { expect, it } from 'vitest'
import { buildSavedName } from '../../lib/platform/files/saved-name.ts'

const RUNNING = ['exe', 'bat', 'cmd', 'com', 'ps1', 'scr', 'js', 'vbs', 'hta', 'lnk', 'app', 'desktop', 'html']

it.each([
  ['Rechnung "Süd" 日本 (1).pdf', 'application/pdf', 'Rechnung "Süd" 日本 (1).pdf'],
  ['Photo.JPEG', 'image/jpeg', 'Photo.JPEG'],
  ['rows.csv', 'text/csv; charset=utf-8', 'rows.csv'],
  ['pdf', 'application/pdf', 'pdf.pdf'],
  ['invoice.pdf. .', 'application/pdf', 'invoice.pdf'],
  ['invoice.exe. ', 'application/pdf', 'invoice.exe.pdf'],
  ['invoice\u202Efdp.exe', 'application/pdf', 'invoice_fdp.exe.pdf'],
  ['CON.pdf', 'application/pdf', '_CON.pdf'],
  ['lpt1', 'text/plain', '_lpt1.txt'],
  ['a/b\\c:d.png', 'image/png', 'a_b_c_d.png'],
  ['...', 'application/pdf', 'file.pdf'],
  ['INV-1.html', 'text/html; charset=utf-8', 'INV-1.html'],
  ['photo.svg', 'image/svg+xml', 'photo.svg.bin'],
  ...RUNNING.map((end) => [`invoice.pdf.${end}`, 'application/pdf', `invoice.pdf.${end}.pdf`]),
])('%j of type %s is saved as %j', (filename, mimeType, saved) => {
  expect(buildSavedName(filename, mimeType)).toBe(saved)
})
