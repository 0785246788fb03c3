/** `llms.txt` (llmstxt.org): the documentation by task, for language models. */
export function llmsText(docsReadme: string): string {
  const links = [...docsReadme.matchAll(/\[([^\]]+)\]\(([^)]+)\)/g)].map(
    ([, text, target = ""]) => `- [${text}](${fromRoot(target)})`,
  );
  return `# pulumi-hosting

> Manages the machines, load balancers, volumes and other objects of a hosting platform with Pulumi, in every language of Pulumi. A complete local copy of the platform is included.

Usual tasks step by step, for agents: [docs/agents/SKILL.md](docs/agents/SKILL.md). All errors with their ways out: [docs/reference/errors.md](docs/reference/errors.md).

## Documentation

${[...new Set(links)].join("\n")}
`;
}

function fromRoot(target: string): string {
  return target.startsWith("../") ? target.slice("../".length) : `docs/${target}`;
}
