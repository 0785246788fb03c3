/** Colours for a light and a dark page; what they say, shapes and words say too. */
export const style = `
.hosting-graph{--page:#fff;--band:#f4f5f7;--box:#fff;--line:#8a919c;--text:#1c2128;--soft:#57606a;--green:#1a7f37;--amber:#9a6700;--red:#cf222e;--violet:#8250df;font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
@media (prefers-color-scheme:dark){.hosting-graph{--page:#0d1117;--band:#161b22;--box:#21262d;--line:#8b949e;--text:#e6edf3;--soft:#9da7b3;--green:#3fb950;--amber:#d29922;--red:#f85149;--violet:#a371f7}}
.hosting-graph .page{fill:var(--page)}
.hosting-graph .band{fill:var(--band)}
.hosting-graph text{fill:var(--text)}
.hosting-graph .title{font-size:16px;font-weight:bold}
.hosting-graph .layer{font-size:12px;fill:var(--soft)}
.hosting-graph .kind,.hosting-graph .detail,.hosting-graph .links{font-size:10px;fill:var(--soft)}
.hosting-graph .name{font-size:13px;font-weight:bold}
.hosting-graph .box,.hosting-graph .second{fill:var(--box);stroke:var(--line);stroke-width:1.2}
.hosting-graph .second{fill:none}
.hosting-graph .line{fill:none;stroke:var(--line);stroke-width:1.2}
.hosting-graph .head{fill:var(--line)}
.hosting-graph .dot{stroke-width:2}
.hosting-graph .well .dot{fill:var(--green)}
.hosting-graph .waiting .dot{fill:var(--amber)}
.hosting-graph .ill .dot{fill:none;stroke:var(--red)}
.hosting-graph .unknown .dot{fill:none;stroke:var(--soft);stroke-width:1.5}
.hosting-graph .create .box,.hosting-graph .create .line{stroke:var(--green);stroke-dasharray:7 4}
.hosting-graph .create .kind{fill:var(--green)}
.hosting-graph .create .head{fill:var(--green)}
.hosting-graph .update .box,.hosting-graph .update .line{stroke:var(--amber);stroke-width:2.4}
.hosting-graph .update .kind{fill:var(--amber)}
.hosting-graph .update .head{fill:var(--amber)}
.hosting-graph .replace .box,.hosting-graph .replace .second,.hosting-graph .replace .line{stroke:var(--violet)}
.hosting-graph .replace .kind{fill:var(--violet)}
.hosting-graph .replace .head{fill:var(--violet)}
.hosting-graph .delete .box,.hosting-graph .delete .line{stroke:var(--red);stroke-dasharray:2 3;stroke-width:2}
.hosting-graph .delete .kind{fill:var(--red)}
.hosting-graph .delete .head{fill:var(--red)}
.hosting-graph .delete .name{text-decoration:line-through}
`;
