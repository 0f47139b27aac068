/** The documentation page's own style; it must hold in a page that loads nothing. */
export const docsStyle = [
  ':root{color-scheme:light dark;--line:#8884;--soft:#8881}',
  'body{margin:0;font:16px/1.5 system-ui,sans-serif;display:grid;grid-template-columns:16rem minmax(0,1fr)}',
  'header{grid-column:1/-1;padding:1rem 2rem;border-bottom:1px solid var(--line)}header h1{margin:0}header p{margin:0}',
  'nav{padding:1rem 0 1rem 2rem;font-size:.875rem;position:sticky;top:0;max-height:100vh;overflow:auto}',
  'nav ul{list-style:none;margin:0;padding:0}nav b{display:inline-block;width:3.5rem;font-weight:400;opacity:.7}',
  'main{padding:1rem 2rem;max-width:60rem}section{border-top:1px solid var(--line);padding:1rem 0}',
  'h2{text-transform:capitalize}h4{margin:1rem 0 .25rem}',
  'code,pre{font:.875em/1.5 ui-monospace,monospace}pre{background:var(--soft);padding:.75rem;overflow-x:auto}',
  'table{border-collapse:collapse;width:100%;font-size:.875rem}',
  'td{border-top:1px solid var(--line);padding:.25rem .5rem;vertical-align:top;overflow-wrap:anywhere}',
  'tr:target{background:var(--soft)}a{color:inherit}',
  '@media(max-width:50rem){body{display:block}nav{position:static;max-height:none}td{display:block;border:0}}',
].join('\n');
