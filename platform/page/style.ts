/** How the page looks, by day and by night. */
export const style = `
:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif;color:#1c2128;background:#ffffff;--line:#7d8590;--focus:#0969da}
@media (prefers-color-scheme:dark){:root{color:#e6edf3;background:#0d1117;--line:#8b949e;--focus:#58a6ff}}
body{margin:0 auto;padding:1rem}
h1{font-size:1.3rem;margin:0}h2{font-size:1rem;margin:1rem 0 .3rem}
header{display:flex;flex-wrap:wrap;gap:.2rem 1.5rem;align-items:baseline}
header p,#message{margin:0}#clock{min-height:1.5em;font-variant-numeric:tabular-nums}
#message:not(:empty){margin-top:1rem;padding:.5rem .8rem;border:1px solid var(--line);border-radius:6px}
#counts{display:flex;flex-wrap:wrap;gap:.2rem 1.5rem;list-style:none;margin:0;padding:0;min-height:1.5em}
#picture{overflow:auto;border:1px solid var(--line);border-radius:6px;min-height:8rem}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
`;
