/** Columns and rows of the picture. */
const [width, height] = [110, 24];
const secondsPerScene = 4;
const cell = { width: 7.25, height: 17 };
const margin = 16;

/**
 * What the demonstration printed, as an SVG that shows a scene after the other; where motion is not
 * wanted, it stays with the first change.
 */
export function recordingOf(printed: string): string {
  const shown = scenesOf(printed).map(endOf);
  const [w, h] = [width * cell.width + 2 * margin, height * cell.height + 2 * margin];
  return `<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 ${w} ${h}" width="${w}" height="${h}">
<title>npm run demo, ${shown.length} scenes</title>
<style>${style(shown.length)}</style>
<rect width="${w}" height="${h}" rx="8" class="screen"/>
${shown.map((lines, at) => group(lines, at)).join("\n")}
</svg>
`;
}

/** The title of each scene and what it printed, without outputs of stacks. */
export function scenesOf(printed: string): readonly (readonly string[])[] {
  const [, ...scenes] = printed.split(/^━━ /m);
  return scenes.map((text) => {
    const [title = "", ...lines] = text
      .replaceAll(/^Outputs:\n(?: .*\n)*/gm, "")
      .split("\n")
      .map((line) => line.trimEnd());
    return [`━━ ${title}`, ...lines.filter((line) => line !== "" && !line.startsWith("@ "))];
  });
}

/** The title of a scene and the end of what it printed, where the results stand. */
function endOf([title = "", ...lines]: readonly string[]): readonly string[] {
  return [title, "", ...lines.slice(2 - height)].map(cut);
}

function cut(line: string): string {
  return line.length > width ? `${line.slice(0, width - 1)}…` : line;
}

function group(lines: readonly string[], at: number): string {
  const texts = lines.map((line, row) => {
    const y = margin + (row + 0.75) * cell.height;
    return line === ""
      ? ""
      : `<text x="${margin}" y="${y}" class="${look(line)}">${escaped(line)}</text>`;
  });
  const delay = at * secondsPerScene;
  return `<g style="animation-delay:${delay}s">${texts.join("")}</g>`;
}

/** How a line looks, by the sign that it begins with. */
function look(line: string): string {
  const [, sign = ""] = /^\s*(━━|\+-|\+|~|-(?=\s))/.exec(line) ?? [];
  const looks: Readonly<Record<string, string>> = {
    "━━": "title",
    "+": "create",
    "~": "update",
    "+-": "replace",
    "-": "delete",
  };
  return looks[sign] ?? "plain";
}

function style(scenes: number): string {
  const share = 100 / scenes;
  return `
text{font:12px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;white-space:pre}
.screen{fill:#1b1f24}.plain{fill:#d0d7de}.title{fill:#ffffff;font-weight:bold}
.create{fill:#57ab5a}.update{fill:#c69026}.replace{fill:#dcbdfb}.delete{fill:#f47067}
g{opacity:0;animation:scene ${scenes * secondsPerScene}s step-end infinite}
@keyframes scene{0%{opacity:1}${share.toFixed(3)}%{opacity:0}100%{opacity:0}}
@media (prefers-reduced-motion:reduce){g{animation:none}g:nth-of-type(2){opacity:1}}
`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
