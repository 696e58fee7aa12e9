export const REFERENCE_STYLE = `
:root {
  --ink: #1c2430;
  --quiet: #5b6675;
  --line: #dde2e8;
  --paper: #ffffff;
  --shade: #f5f7f9;
  --brand: #14505c;
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0;
  color: var(--ink);
  background: var(--paper);
  font: 16px/1.55 system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif;
}
.bar { background: var(--brand); color: #fff; }
.bar > div, .page { max-width: 1100px; margin: 0 auto; padding: 0 20px; }
.bar > div { display: flex; align-items: baseline; gap: 16px; padding-top: 14px; padding-bottom: 14px; }
.bar a { color: #fff; text-decoration: none; }
.bar a:hover { text-decoration: underline; }
.bar .name { font-size: 20px; font-weight: 650; letter-spacing: .01em; }
.bar .right { margin-left: auto; font-size: 14px; opacity: .9; }
.page { padding-top: 36px; padding-bottom: 64px; }
.page h1 { margin: 0 0 4px; font-size: 30px; line-height: 1.2; }
.page h2 { margin: 28px 0 4px; font-size: 18px; }
.page p { max-width: 68ch; margin: 8px 0; }
.page code, .page pre { font: 14px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
.page pre { padding: 16px; overflow-x: auto; background: var(--shade); border: 1px solid var(--line); border-radius: 6px; }
.page .status { color: var(--quiet); }
.page a { color: var(--brand); }
.page section { overflow-x: auto; }
.page table { width: 100%; margin: 8px 0; border-collapse: collapse; font-size: 14px; }
.page th, .page td { padding: 6px 12px 6px 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
.page th { color: var(--quiet); font-weight: 550; }

.swagger-ui, .swagger-ui .opblock-tag, .swagger-ui .info .title, .swagger-ui .opblock .opblock-summary-description,
.swagger-ui .btn, .swagger-ui select, .swagger-ui label, .swagger-ui table thead tr td, .swagger-ui table thead tr th,
.swagger-ui .parameter__name, .swagger-ui .response-col_status, .swagger-ui .tab li, .swagger-ui .opblock-title_normal,
.swagger-ui .opblock .opblock-section-header h4, .swagger-ui .info li, .swagger-ui .info p, .swagger-ui .info table,
.swagger-ui section.models h4, .swagger-ui .model-title, .swagger-ui .dialog-ux .modal-ux-header h3 {
  font-family: inherit;
  color: var(--ink);
}
.swagger-ui .wrapper { max-width: 1100px; padding: 0 20px; }
.swagger-ui .info { margin: 28px 0 8px; }
.swagger-ui .info hgroup.main a, .swagger-ui .info .title small { display: none; }
.swagger-ui .info .title { font-size: 30px; }
.swagger-ui .info h3 { margin: 26px 0 4px; font-size: 18px; font-family: inherit; color: var(--ink); }
.swagger-ui .info .description p, .swagger-ui .info li { max-width: 76ch; font-size: 15px; line-height: 1.55; }
.swagger-ui .info .description p { margin: 6px 0; }
.swagger-ui .info li { margin: 2px 0; }
.swagger-ui .markdown code, .swagger-ui .renderedMarkdown code { padding: 1px 5px; border-radius: 4px; background: var(--shade); color: var(--brand); }
.swagger-ui .scheme-container { margin: 16px 0; padding: 16px 0; background: var(--shade); box-shadow: none; border-block: 1px solid var(--line); }
.swagger-ui .btn.authorize { border-color: var(--brand); color: var(--brand); }
.swagger-ui .btn.authorize svg { fill: var(--brand); }
.swagger-ui .btn.execute { background: var(--brand); border-color: var(--brand); color: #fff; }
.swagger-ui .opblock-tag { padding: 14px 0; border-bottom: 1px solid var(--line); font-size: 20px; }
.swagger-ui .opblock-tag small { color: var(--quiet); font-size: 14px; }
.swagger-ui .opblock { border-radius: 6px; box-shadow: none; }
.swagger-ui .opblock .opblock-summary-method { border-radius: 4px; font-size: 13px; min-width: 72px; text-shadow: none; }
.swagger-ui .opblock .opblock-summary-path { font-size: 14px; font-weight: 550; }
.swagger-ui .opblock .opblock-summary-description { color: var(--quiet); font-size: 14px; }
.swagger-ui .filter .operation-filter-input { margin: 12px 0; border: 1px solid var(--line); border-radius: 6px; }
.swagger-ui .opblock-description-wrapper p { margin: 4px 0; font-size: 14px; }
.swagger-ui .renderedMarkdown p { margin: 2px 0; }
.swagger-ui .response-col_links, .swagger-ui tr.response:not([data-code^='2']) .headers-wrapper { display: none; }
.swagger-ui section.models { border-color: var(--line); border-radius: 6px; }

@media (max-width: 700px) {
  .swagger-ui .wrapper, .bar > div, .page { padding-left: 14px; padding-right: 14px; }
  .swagger-ui .opblock-tag { display: block; }
  .swagger-ui .opblock-tag small { display: block; padding: 2px 0 0; }
  .swagger-ui .opblock .opblock-summary-control { flex-wrap: wrap; }
  .swagger-ui .opblock .opblock-summary-path { max-width: 100%; flex: 1 1 60%; word-break: break-word; }
  .swagger-ui .opblock .opblock-summary-description { flex: 1 1 100%; padding: 4px 10px 2px; }
  .swagger-ui .parameters-container, .swagger-ui .responses-inner { overflow-x: auto; }
  .swagger-ui .responses-inner { padding: 10px; }
  .swagger-ui table.responses-table tr.response { display: block; padding: 6px 0; border-top: 1px solid var(--line); }
  .swagger-ui table.responses-table > tbody > tr > td { display: block; padding: 2px 0; max-width: 100%; }
  .swagger-ui table.responses-table thead { display: none; }
}
`.trimStart()
