interface Palette {
  readonly page: string;
  readonly band: string;
  readonly box: string;
  readonly line: string;
  readonly text: string;
  readonly soft: string;
  readonly green: string;
  readonly amber: string;
  readonly red: string;
  readonly violet: string;
}

const light: Palette = {
  page: "#ffffff",
  band: "#f4f5f7",
  box: "#ffffff",
  line: "#7d8590",
  text: "#1c2128",
  soft: "#57606a",
  green: "#1a7f37",
  amber: "#9a6700",
  red: "#cf222e",
  violet: "#8250df",
};

const dark: Palette = {
  page: "#0d1117",
  band: "#161b22",
  box: "#21262d",
  line: "#8b949e",
  text: "#e6edf3",
  soft: "#9da7b3",
  green: "#3fb950",
  amber: "#d29922",
  red: "#f85149",
  violet: "#a371f7",
};

/** Colours are written out: many programs that show SVG know no variables of CSS. */
function coloursOf(colour: Palette): string {
  const { line, soft, green, amber, red, violet } = colour;
  const change = (name: string, hue: string) =>
    `${of(name, "kind", "head")}{fill:${hue}}${of(name, "box", "second", "line")}{stroke:${hue}}`;
  return [
    `.hg-page{fill:${colour.page}}.hg-band{fill:${colour.band}}`,
    `.hg-title,.hg-name{fill:${colour.text}}.hg-layer,.hg-kind,.hg-detail,.hg-links{fill:${soft}}`,
    `.hg-layer,.hg-links{stroke:${colour.band}}`,
    `.hg-box{fill:${colour.box};stroke:${line}}.hg-second,.hg-line{fill:none;stroke:${line}}.hg-head{fill:${line}}`,
    `${of("well", "dot")}{fill:${green}}${of("waiting", "dot")}{fill:${amber}}`,
    `${of("ill", "dot")}{fill:none;stroke:${red}}${of("unknown", "dot")}{fill:none;stroke:${soft}}`,
    change("create", green),
    change("update", amber),
    change("replace", violet),
    change("delete", red),
  ].join("\n");
}

/** Selectors of classes inside of one. */
function of(outer: string, ...inner: readonly string[]): string {
  return inner.map((name) => `.hg-${outer} .hg-${name}`).join(",");
}

/** For a light and a dark page; texts keep lines off, and what colours say, shapes and words say too. */
export const style = `
.hg{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
.hg-title{font-size:16px;font-weight:bold}.hg-layer{font-size:12px}
.hg-kind,.hg-detail,.hg-links{font-size:10px}.hg-name{font-size:13px;font-weight:bold}
.hg-layer,.hg-links{paint-order:stroke;stroke-width:4px}
.hg-box,.hg-second,.hg-line{stroke-width:1.2}.hg-dot{stroke-width:2}
${of("create", "box", "line")}{stroke-dasharray:7 4}${of("update", "box", "line")}{stroke-width:2.6}
${of("delete", "box", "line")}{stroke-dasharray:2 3;stroke-width:2}${of("delete", "name")}{text-decoration:line-through}
${coloursOf(light)}
@media (prefers-color-scheme:dark){
${coloursOf(dark)}
}
`;
