/** How the page looks, by day and by night. */
export const style = `
:root{color-scheme:light dark;font:14px/1.45 system-ui,sans-serif;color:var(--text);background:var(--page);accent-color:var(--blue);
--page:#ffffff;--band:#f4f5f7;--text:#1c2128;--soft:#57606a;--line:#d0d7de;--edge:#868f99;--blue:#0860c4;--green:#1a7f37;--amber:#8a5d00;--red:#c01c28;--pick:#ddebfb}
@media (prefers-color-scheme:dark){:root{--page:#0d1117;--band:#161b22;--text:#e6edf3;--soft:#9da7b3;--line:#30363d;--edge:#747d88;--blue:#6cb2ff;--green:#4bc463;--amber:#dda73a;--red:#ff8078;--pick:#15325c}}
*{box-sizing:border-box}
body{margin:0}
#page{block-size:100vh;display:flex;flex-direction:column}
h1{font-size:1.1rem;margin:0}h2{font-size:1rem;margin:1.1rem 0 .5rem;overflow-wrap:anywhere}h3{font-size:.85rem;margin:1.1rem 0 .4rem;color:var(--soft)}
p{margin:0}ul{margin:0 0 .7rem;padding:0;list-style:none}ul:empty{display:none}
button,input,select,textarea{font:inherit;color:inherit;background:var(--page);border:1px solid var(--edge);border-radius:6px;padding:.22rem .6rem;min-inline-size:0;max-inline-size:100%}
button{cursor:pointer;background:var(--band)}
button:hover{border-color:var(--blue)}
button.link{border:0;padding:0;background:none;color:var(--blue);text-decoration:underline}
:focus-visible{outline:2px solid var(--blue);outline-offset:2px}
code,pre,time,textarea,.list td,.list button[aria-pressed],.fields td,.fieldwise input{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:12.5px}
pre{margin:0;white-space:pre-wrap;overflow-wrap:anywhere}.pane>pre{background:var(--band);padding:.5rem .7rem;border-radius:6px}
[type=range]{vertical-align:middle;padding:0}
.hint,.count{color:var(--soft)}.count{font-variant-numeric:tabular-nums;margin-inline-start:auto}
.buttons{display:flex;flex-wrap:wrap;gap:.5rem;margin:.7rem 0}
.done{color:var(--green)}.refused{color:var(--amber)}.failed{color:var(--red)}
header{display:flex;flex-wrap:wrap;gap:.4rem 1.2rem;align-items:center;padding:.7rem 1.2rem;background:var(--band)}
header>.hint{flex:1 1 9rem;min-inline-size:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.clock{display:flex;flex-wrap:wrap;gap:.4rem .6rem;align-items:center}
.estimate summary{cursor:pointer}.estimate th{white-space:nowrap}.estimate[open]{flex-basis:100%;order:2;max-block-size:40vh;overflow:auto}
.clock input{inline-size:5em}
[role=tablist]{display:flex;padding:0 1.2rem;background:var(--band);border-block-end:1px solid var(--line);overflow-x:auto;flex:none}
[role=tab]{background:none;border:0;border-block-end:3px solid transparent;border-radius:0;padding:.45rem .8rem}
[role=tab][aria-selected=true]{border-block-end-color:var(--blue);font-weight:600}
[role=tab]:focus-visible{outline-offset:-2px}
[role=tab] span{color:var(--soft);font-weight:400;font-variant-numeric:tabular-nums;margin-inline-start:.4em}
.said{padding:0 1.2rem}
.said p{margin-block-start:.7rem;padding:.45rem .8rem;border:1px solid var(--line);border-inline-start:4px solid var(--green);border-radius:6px}
.said p:empty{display:none}.said [role=alert]{border-inline-start-color:var(--red)}
main{flex:1;min-block-size:0;padding:.9rem 1.2rem 1.2rem}
[role=tabpanel]{block-size:100%;display:flex;flex-direction:column}
.bar{display:flex;flex-wrap:wrap;gap:.5rem .8rem;align-items:center;margin-block-end:.7rem}
.bar [type=search]{inline-size:20rem;max-inline-size:60vw}
.rates{display:flex;flex-wrap:wrap;gap:.2rem 1.5rem;color:var(--soft)}
.rates meter{margin:0 .6rem;vertical-align:middle}
.split{flex:1;display:grid;grid-template:minmax(0,1fr)/minmax(0,1fr) minmax(18rem,28rem);gap:1.2rem;min-block-size:0}
table{border-collapse:collapse;inline-size:100%}
th,td{text-align:start;vertical-align:baseline;padding:.25rem .8rem .25rem 0;border-block-end:1px solid var(--line);font-weight:400;overflow-wrap:anywhere}
th:last-child,td:last-child{padding-inline-end:0}
thead th,.fields th{color:var(--soft)}.fields th{white-space:nowrap}
.number{text-align:end;font-variant-numeric:tabular-nums;white-space:nowrap}
tfoot td,tfoot th{font-weight:600;border:0}
.list{overflow:auto;border:1px solid var(--line);border-radius:6px}
.list table{table-layout:fixed}
.list thead th{position:sticky;inset-block-start:0;z-index:1;background:var(--band);box-shadow:inset 0 -1px var(--line)}
.list th,.list td{border:0;padding:.28rem 0 .28rem .7rem;overflow:hidden;text-overflow:ellipsis;white-space:pre}
.list tbody tr{position:relative;scroll-margin-block-start:2rem}
.list tbody tr:hover{background:var(--band)}
.list tbody tr:has([aria-pressed=true]){background:var(--pick)}
.list td button{border:0;padding:0;background:none;max-inline-size:100%;overflow:hidden;text-overflow:ellipsis;white-space:pre;vertical-align:bottom}
.list td button:after{content:"";position:absolute;inset:0}
.list td button:focus-visible{outline:0}.list td button:focus-visible:after{outline:2px solid var(--blue);outline-offset:-2px}
.list>.hint{padding:1rem;text-align:center}.list>button{margin:.7rem}
.objects th:nth-child(1){inline-size:9.5em}.objects th:nth-child(3){inline-size:10em}.objects th:nth-child(4){inline-size:38%}
.requests th:nth-child(1){inline-size:4.2em}.requests th:nth-child(2){inline-size:6em}.requests th:nth-child(3){inline-size:5.2em}.requests th:nth-child(5){inline-size:4.6em}.requests th:nth-child(6){inline-size:7em}
.sign:before{display:inline-block;inline-size:1.3em}.well:before{content:"●"/"";color:var(--green)}.waiting:before{content:"▲"/"";color:var(--amber)}.ill:before{content:"✕"/"";color:var(--red)}.unknown:before{content:"○"/"";color:var(--soft)}
.pane{border-inline-start:1px solid var(--line);padding-inline-start:1.2rem;overflow:auto;min-inline-size:0}.pane h2{margin-block-start:0}
.fieldwise{display:flex;flex-direction:column;gap:.35rem;margin-block-end:.9rem}
.fieldwise label{display:flex;gap:.4rem;align-items:center}
.fieldwise label span{flex:0 0 9.5em;color:var(--soft);overflow-wrap:anywhere}
.fieldwise label :is(input,select){flex:1}
.fieldwise button{align-self:flex-start}
.picture{flex:1;overflow:auto;border:1px solid var(--line);border-radius:6px;min-block-size:0}
.picture svg{display:block}
.narrow{max-inline-size:64rem;overflow:auto}.narrow .fieldwise{max-inline-size:34rem;margin-block-start:1.6rem}.narrow .fieldwise label span{flex-basis:14em}.narrow>table+button{margin-block-start:.7rem}.narrow>table+.hint{margin-block-start:.7rem}
@media (max-width:55rem){#page{block-size:auto;min-block-size:100vh}.split{grid-template:auto auto/minmax(0,1fr)}.list{max-block-size:50vh}.pane{border:0;padding:0}.picture{flex:none;block-size:70vh}}
@media (max-width:34rem){header,main,.said,[role=tablist]{padding-inline:.7rem}header>.hint{flex-basis:100%;order:1}.objects :is(th,td):nth-child(4),.requests :is(th,td):is(:nth-child(1),:nth-child(6)){display:none}.objects th:nth-child(1){inline-size:8em}.objects th:nth-child(3){inline-size:9em}.bar label,.bar select{flex:1 1 9rem}.bar [type=search]{inline-size:100%;max-inline-size:none}.fieldwise label,.narrow .fieldwise label{flex-wrap:wrap}.fieldwise label span,.narrow .fieldwise label span{flex:1 0 100%}}
@media (forced-colors:active){.list tbody tr:has([aria-pressed=true]){outline:2px solid Highlight;outline-offset:-2px}[role=tab]{border-block-end-color:Canvas}[role=tab][aria-selected=true]{border-block-end-color:Highlight}}
`;
