const light = {
  page: "#ffffff",
  box: "#f6f8fa",
  line: "#7d8590",
  text: "#1c2128",
  soft: "#57606a",
  create: "#1a7f37",
  update: "#9a6700",
  replace: "#8250df",
  delete: "#cf222e",
};

const dark: typeof light = {
  page: "#0d1117",
  box: "#21262d",
  line: "#8b949e",
  text: "#e6edf3",
  soft: "#9da7b3",
  create: "#3fb950",
  update: "#d29922",
  replace: "#a371f7",
  delete: "#f85149",
};

/** Colours are written out: many programs that show SVG know no variables of CSS. */
function coloursOf({ page, box, line, text, soft, ...changes }: typeof light): string {
  return [
    `.hg-page{fill:${page}}.hg-label{stroke:${page}}.hg-box{fill:${box};stroke:${line}}`,
    `.hg-line{stroke:${line}}.hg-head{fill:${line}}`,
    `.hg-title,.hg-name{fill:${text}}.hg-kind,.hg-detail,.hg-label{fill:${soft}}`,
    `.hg-well .hg-sign{fill:${changes.create}}.hg-waiting .hg-sign{fill:${changes.update}}.hg-ill .hg-sign{fill:${changes.delete}}`,
    ...Object.entries(changes).map(
      ([change, colour]) =>
        `.hg-${change} .hg-kind,.hg-${change} .hg-head{fill:${colour}}.hg-${change} .hg-box,.hg-${change} .hg-line{stroke:${colour}}`,
    ),
  ].join("\n");
}

/** In pixels. */
export const fontSizes = { title: 16, name: 14, kind: 11, detail: 11, label: 11 } as const;

/** For a light and a dark page; everything that a colour says, a shape or a word says too. */
export const style = `
.hg{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:${fontSizes.detail}px}
.hg-title{font-size:${fontSizes.title}px;font-weight:bold}.hg-name{font-size:${fontSizes.name}px;font-weight:bold}
.hg-label{text-anchor:middle;paint-order:stroke;stroke-width:6px}
.hg-box,.hg-line{stroke-width:1.2}.hg-line{fill:none}
.hg-create .hg-box,.hg-create .hg-line{stroke-dasharray:7 4}.hg-update .hg-box,.hg-update .hg-line{stroke-width:2.6}
.hg-replace .hg-box{stroke-width:3.6}.hg-delete .hg-box,.hg-delete .hg-line{stroke-dasharray:2 3;stroke-width:2}
.hg-delete .hg-name{text-decoration:line-through}
${coloursOf(light)}
@media (prefers-color-scheme:dark){
${coloursOf(dark)}
}
`;
