/** How the page looks, by day and by night. Rows of grids are 28 pixels high: `browser/grid.ts` counts on it. */
export const style = `
:root{color-scheme:light dark;font:14px/1.45 system-ui,sans-serif;color:var(--text);background:var(--page);accent-color:var(--blue);
--page:#ffffff;--band:#f4f5f7;--text:#1c2128;--soft:#57606a;--line:#d0d7de;--edge:#868f99;--blue:#0860c4;--green:#1a7f37;--amber:#8a5d00;--red:#c01c28;--pick:#ddebfb}
@media (prefers-color-scheme:dark){:root{--page:#0d1117;--band:#161b22;--text:#e6edf3;--soft:#9da7b3;--line:#30363d;--edge:#747d88;--blue:#6cb2ff;--green:#4bc463;--amber:#dda73a;--red:#ff8078;--pick:#15325c}}
*{box-sizing:border-box}
[hidden]{display:none!important}
body{margin:0;block-size:100vh;display:flex;flex-direction:column}
h1{font-size:1.1rem;margin:0}h2{font-size:1rem;margin:0 0 .5rem;overflow-wrap:anywhere}h3,h2.small{font-size:.85rem;margin:1.1rem 0 .4rem;color:var(--soft)}
header{display:flex;flex-wrap:wrap;gap:.4rem 1.2rem;align-items:center;padding:.7rem 1.2rem;background:var(--band)}
header p{margin:0}#world{color:var(--soft);flex:1}
#pace{color:var(--amber)}
.clock{display:flex;flex-wrap:wrap;gap:.4rem .6rem;align-items:center}
#clock{min-inline-size:23ch;text-align:end}
.clock form{display:flex;flex-wrap:wrap;gap:.4rem;align-items:center}
#advance-by{inline-size:5.5em}
button,input,select,textarea{font:inherit;color:inherit;background:var(--page);border:1px solid var(--edge);border-radius:6px;padding:.22rem .6rem}
code,pre,.row,.fields td,#clock,textarea,.edit input{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:12.5px}
button{cursor:pointer;background:var(--band)}
button:hover:not(:disabled){border-color:var(--blue)}
button:disabled{cursor:default;color:var(--soft);border-color:var(--line)}
button.danger{color:var(--red)}
button.link{border:0;padding:0;background:none;color:var(--blue);text-decoration:underline}
:focus-visible{outline:2px solid var(--blue);outline-offset:2px}
[role=tablist]{display:flex;flex-wrap:wrap;gap:.2rem;padding:0 1.2rem;background:var(--band);border-block-end:1px solid var(--line)}
[role=tab]{background:none;border:0;border-block-end:3px solid transparent;border-radius:0;padding:.45rem .8rem}
[role=tab][aria-selected=true]{border-block-end-color:var(--blue);font-weight:600}
[role=tab]:focus-visible{outline-offset:-2px}
[role=tab] span{color:var(--soft);font-weight:400;font-variant-numeric:tabular-nums;margin-inline-start:.4em}
#told{padding:0 1.2rem}
#told p{margin:.7rem 0 0;padding:.45rem .8rem;border:1px solid var(--line);border-inline-start:4px solid var(--green);border-radius:6px}
#told p:empty{display:none}#told #problem{border-inline-start-color:var(--red)}
main{flex:1;min-block-size:0;display:flex;flex-direction:column;padding:.9rem 1.2rem 1.2rem}
main>section{flex:1;display:flex;flex-direction:column;min-block-size:0}
#no-script:empty{display:none}#faults,#bill{overflow:auto}
.bar{display:flex;flex-wrap:wrap;gap:.5rem .8rem;align-items:center;margin:0 0 .7rem}
.bar label,.edit label,.act label{display:flex;gap:.4rem;align-items:center}
.bar label,.bar select{min-inline-size:0;max-inline-size:100%}
.bar input[type=search]{inline-size:20rem;max-inline-size:60vw}
.count,.hint{color:var(--soft)}.count{font-variant-numeric:tabular-nums;margin-inline-start:auto}
.hint{margin:.2rem 0}.hint:empty{display:none}
.split{flex:1;display:grid;grid-template:minmax(0,1fr)/minmax(0,1fr) minmax(18rem,28rem);gap:1.2rem;min-block-size:0}
.list{position:relative;display:flex;min-inline-size:0}
.list>.hint{position:absolute;inset-block-start:2.6rem;inset-inline:0;text-align:center}
.grid{flex:1;min-block-size:10rem;overflow:auto;overflow-anchor:none;border:1px solid var(--line);border-radius:6px;position:relative}
.heads{position:sticky;inset-block-start:0;z-index:1}
.space{position:relative;overflow:hidden;contain:strict;inline-size:100%;min-inline-size:34rem}
.row{display:grid;block-size:28px;line-height:28px;gap:.8rem;padding:0 .7rem;inline-size:100%;min-inline-size:34rem}
.space .row{position:absolute;inset-block-start:0;cursor:default}
.head{background:var(--band);color:var(--soft);font-family:system-ui,sans-serif;border-block-end:1px solid var(--line)}
.row>*{overflow:hidden;text-overflow:ellipsis;white-space:pre}
.space .row:hover{background:var(--band)}
.space .row[aria-selected=true]{background:var(--pick)}
#object-grid .row{grid-template-columns:10em minmax(8em,1.3fr) 9em minmax(8em,1.6fr)}
#request-grid .row{grid-template-columns:4em 5em 4.5em minmax(10em,1fr) 4em 5em}
.mark:before{display:inline-block;inline-size:1.3em}.mark.well:before{content:"●"/""}.mark.waiting:before{content:"▲"/""}.mark.ill:before{content:"✕"/""}.mark.unknown:before{content:"○"/""}
.well:before,.done{color:var(--green)}.waiting:before{color:var(--amber)}.ill:before,.failed{color:var(--red)}.unknown:before{color:var(--soft)}.refused{color:var(--amber)}
.pane{border-inline-start:1px solid var(--line);padding-inline-start:1.2rem;overflow:auto;min-inline-size:0}
.pane ul,#rates,#bill-unpriced{margin:0 0 .7rem;padding:0;list-style:none}
.buttons{display:flex;flex-wrap:wrap;gap:.5rem;margin:.7rem 0}
table{border-collapse:collapse;inline-size:100%}
caption{text-align:start}
th,td{text-align:start;vertical-align:baseline;padding:.25rem .8rem .25rem 0;border-block-end:1px solid var(--line);font-weight:400;overflow-wrap:anywhere}
thead th{color:var(--soft)}.fields th{color:var(--soft);white-space:nowrap}
th:last-child,td:last-child{padding-inline-end:0}
.number{text-align:end;font-variant-numeric:tabular-nums;white-space:nowrap}
tfoot td,tfoot th{font-weight:600;border:0}
pre{margin:0;white-space:pre-wrap;overflow-wrap:anywhere}.pane>pre{background:var(--band);padding:.5rem .7rem;border-radius:6px}
.edit,.act{display:flex;flex-direction:column;gap:.35rem;margin:0 0 .9rem}
.edit label span,.act label span{flex:0 0 8.5em;color:var(--soft);overflow-wrap:anywhere}
.edit input,.act select{flex:1;min-inline-size:0}
.edit button,.act button{align-self:flex-start}
#rates li{display:flex;gap:.6rem;align-items:center;color:var(--soft)}
#rates{display:flex;flex-wrap:wrap;gap:.2rem 1.5rem}#rates:empty{display:none}
#picture{flex:1;overflow:auto;border:1px solid var(--line);border-radius:6px;min-block-size:12rem}
#picture svg{display:block}
.narrow{max-inline-size:64rem;inline-size:100%}
#fault-form{display:grid;gap:.5rem;margin-block-start:1.2rem;max-inline-size:40rem}
#fault-form label{display:grid;gap:.2rem;color:var(--soft)}
#fault-form select,#fault-form textarea{color:var(--text)}
#fault-form button{justify-self:start}
@media (max-width:55rem){body{block-size:auto}.split{grid-template:auto auto/minmax(0,1fr)}.grid{block-size:50vh}.pane{border:0;padding:0}#picture{block-size:70vh}.narrow table{min-inline-size:34rem}#clock{text-align:start;min-inline-size:0}}
@media (forced-colors:active){.space .row[aria-selected=true]{forced-color-adjust:none;background:Highlight;color:HighlightText}.space .row[aria-selected=true] *{color:inherit}.space .row[aria-selected=true] :before{color:inherit}[role=tab]{border-block-end-color:Canvas}[role=tab][aria-selected=true]{border-block-end-color:Highlight}}
@media (prefers-reduced-motion:no-preference){button,[role=tab]{transition:border-color .12s}}
`;
