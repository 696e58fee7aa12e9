// Typst template. The document's data is read from a file, so that none of it is parsed as markup.
export const TEMPLATE = `
#let d = json("/document.json")
#let colour = rgb(d.colour)
#let grey = rgb("#5b6470")
#let hair = 0.5pt + rgb("#d9dde2")
#let small(body) = text(size: 7.5pt, fill: grey, body)
// Uses an empty box as a break opportunity, because a zero width space would be copied with the text.
#let said(words) = if words.contains("\\u{200b}") { words.split("\\u{200b}").join(box(width: 0pt)) } else { words }
#let stacked(lines) = lines.map(line => [#said(line)]).join(linebreak())
#let moment = datetime(
  year: d.at.at(0), month: d.at.at(1), day: d.at.at(2), hour: d.at.at(3), minute: d.at.at(4), second: d.at.at(5),
)

#set document(title: d.documentTitle, author: d.issuer.name, date: moment)
#set text(font: d.fonts, lang: d.lang, region: d.region, size: 9pt, fill: rgb("#1c2530"), number-width: "tabular")
#set text(dir: if d.dir == "rtl" { rtl } else { ltr })
#set par(leading: 0.55em, spacing: 0.9em)
#set page(
  paper: d.paper,
  margin: (x: 20mm, top: 20mm, bottom: 26mm),
  header-ascent: 8mm,
  footer-descent: 6mm,
  header: context if counter(page).get().first() > 1 {
    small[#d.title #h(1fr) #d.issuer.name]
  },
  foreground: if d.watermark != none {
    rotate(-52deg, text(size: 84pt, weight: 600, fill: rgb(28, 37, 48, 20), d.watermark))
  },
  footer: {
    line(length: 100%, stroke: hair)
    v(-0.5em)
    grid(
      columns: (1fr, auto, auto, auto), column-gutter: 8mm,
      small(stacked((d.issuer.name,) + d.issuer.address)),
      small(stacked(d.issuer.contact)),
      small(stacked(d.issuer.ids)),
      small(context counter(page).display((page, pages) => str(page) + " / " + str(pages), both: true)),
    )
  },
)
#show heading: it => it.body

// A long kind of document breaks, so that the logo keeps its width and the name of the issuer half of the line.
#let isLong = d.kind.clusters().len() > 24
#grid(
  columns: if d.logo != none { (60mm, 1fr) } else if isLong { (1fr, 1fr) } else { (1fr, auto) }, column-gutter: 8mm,
  if d.logo != none {
    box(width: 60mm, height: 18mm, align(start + horizon, image(d.logo, width: 60mm, height: 18mm, fit: "contain", alt: d.issuer.name)))
  } else {
    text(size: 15pt, weight: 600, fill: colour, d.issuer.name)
  },
  align(end, {
    heading(level: 1, text(size: 20pt, weight: 600, fill: colour, d.kind))
    if d.number != none { v(-0.4em); text(size: 11pt, d.number) }
    if d.mark != none {
      v(-0.2em)
      box(inset: (x: 5pt, y: 3pt), radius: 2pt, stroke: 0.8pt + colour, text(size: 8pt, weight: 600, fill: colour, d.mark))
    }
  }),
)
#v(7mm)
#grid(
  columns: (1fr, auto), column-gutter: 12mm,
  {
    small(d.issuer.sender)
    v(0.4em)
    if d.recipient.label != none { small(d.recipient.label); v(-0.35em) }
    text(size: 10pt, weight: 600, said(d.recipient.lines.first()))
    linebreak()
    text(size: 10pt, stacked(d.recipient.lines.slice(1)))
  },
  grid(
    columns: (auto, auto), column-gutter: 6mm, row-gutter: 0.65em,
    ..d.facts.map(((label, value)) => (text(fill: grey, label), align(end, said(value)))).flatten(),
  ),
)
#v(9mm)

#let last = d.rows.len() - 1
#let kept = calc.min(2, d.rows.len())
#let held = table.cell(rowspan: kept + d.sums.len(), breakable: false, inset: 0pt, [])
#let width = d.columns.len()
#table(
  columns: d.columns.map(column => if column.wide { 1fr } else { auto }) + (0pt,),
  align: d.columns.map(column => if column.align == "end" { end + top } else { start + top }) + (start,),
  inset: (x, y) => {
    let (before, after) = (if x == 0 { 0pt } else { 5pt }, if x >= width - 1 { 0pt } else { 5pt })
    if d.dir == "rtl" { (left: after, right: before, y: 5pt) } else { (left: before, right: after, y: 5pt) }
  },
  stroke: none,
  table.header(
    ..d.columns.map(column => text(size: 8pt, weight: 600, fill: colour, column.label)),
    [],
    table.hline(stroke: 1pt + colour),
  ),
  ..d.rows.enumerate().map(((i, row)) => {
    let cells = row.cells.enumerate().map(((column, cell)) => {
      if d.columns.at(column).wide {
        [#said(cell)]
        if row.note != none { linebreak(); small(said(row.note)) }
      } else { [#said(cell)] }
    })
    (..cells, if i == last + 1 - kept { held } else if i < last + 1 - kept { [] }, table.hline(stroke: hair))
  }).flatten().filter(each => each != none),
  ..d.sums.enumerate().map(((i, sum)) => {
    let style(body) = if sum.strong { text(size: 11pt, weight: 600, fill: colour, body) } else { body }
    (
      ..if sum.strong { (table.hline(start: calc.max(width - 3, 0), stroke: 1pt + colour),) },
      table.cell(colspan: width - 1, align: end, style(sum.label)),
      table.cell(align: end, style(sum.amount)),
      ..if d.rows.len() == 0 { if i == 0 { (held,) } },
    )
  }).flatten(),
)

#if d.remarks.len() > 0 {
  v(4mm)
  stacked(d.remarks)
}
#if d.ages != none {
  v(4mm)
  block(breakable: false, width: 100%, inset: 10pt, radius: 3pt, fill: rgb("#f4f6f8"), {
    text(weight: 600, fill: colour, d.ages.heading)
    parbreak()
    grid(
      columns: d.ages.pairs.map(each => 1fr), column-gutter: 4mm, row-gutter: 0.65em, align: end,
      ..d.ages.pairs.map(((label, amount)) => small(label)),
      ..d.ages.pairs.map(((label, amount)) => [#amount]),
    )
  })
}
#if d.payment != none {
  let words = {
    text(weight: 600, fill: colour, d.payment.heading)
    if d.payment.request != none {
      parbreak()
      d.payment.request
    }
    if d.payment.pairs.len() > 0 {
      parbreak()
      grid(
        columns: (auto, 1fr), column-gutter: 6mm, row-gutter: 0.65em,
        ..d.payment.pairs.map(((label, value)) => (text(fill: grey, label), value)).flatten(),
      )
    }
  }
  v(4mm)
  block(breakable: false, width: 100%, inset: 10pt, radius: 3pt, fill: rgb("#f4f6f8"), {
    if d.code == none { words } else {
      grid(
        columns: (1fr, auto), column-gutter: 6mm,
        words,
        align(center, {
          image(d.code, width: 28mm, alt: d.payment.code.caption)
          v(-0.7em)
          small(d.payment.code.caption)
        }),
      )
    }
  })
}
#if d.notes != none {
  v(4mm)
  text(weight: 600, fill: colour, d.notes.heading)
  parbreak()
  stacked(d.notes.lines)
}
#if d.footer.len() > 0 {
  v(4mm)
  small(stacked(d.footer))
}
`
